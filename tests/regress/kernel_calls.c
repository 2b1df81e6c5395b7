/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * System calls that are the same each time, for the kernel's recorder and for
 * strace: paths, errors, descriptors, sockets, times, a child and a thread.
 * Runs in its working directory and leaves nothing there.
 */
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void files(void)
{
	char bytes[64] = "twelve bytes";
	int fd = open("kernel-calls.a", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC,
		      0640);
	struct stat st;

	if (write(fd, bytes, 12) != 12 || lseek(fd, 4, SEEK_SET) != 4 ||
	    read(fd, bytes, sizeof(bytes)) != 8)
		_exit(1);
	fsync(fd);
	close(fd);
	rename("kernel-calls.a", "kernel-calls.b");
	stat("kernel-calls.b", &st);
	stat("kernel-calls.none", &st);
	access("kernel-calls.b", R_OK | W_OK);
	symlink("kernel-calls.b", "kernel-calls.c");
	readlink("kernel-calls.c", bytes, sizeof(bytes));
	unlink("kernel-calls.c");
	mkdir("kernel-calls.d", 0700);
	chdir("kernel-calls.d");
	chdir("..");
	rmdir("kernel-calls.d");
	unlink("kernel-calls.b");
	open("/proc/kernel-calls/none", O_RDONLY);
	close(1000);
}

static void sockets(void)
{
	struct sockaddr_in in = {
		.sin_family = AF_INET, .sin_port = htons(9),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	struct sockaddr_un un = { .sun_family = AF_UNIX };
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	connect(fd, (struct sockaddr *)&in, sizeof(in));
	send(fd, "x", 1, MSG_DONTWAIT);
	close(fd);
	fd = socket(AF_UNIX, SOCK_STREAM, 0);
	strcpy(un.sun_path, "kernel-calls.sock");
	connect(fd, (struct sockaddr *)&un, sizeof(un));
	close(fd);
}

static void *thread(void *argument)
{
	syscall(SYS_getppid);
	return argument;
}

int main(void)
{
	struct timespec time = { .tv_nsec = 1000000 };
	pthread_t id;
	int ends[2];
	pid_t pid;

	files();
	sockets();
	if (pipe(ends))
		return 1;
	dup2(ends[0], 50);
	clock_nanosleep(CLOCK_MONOTONIC, 0, &time, NULL);
	syscall(-1);
	mprotect((void *)4096, 4096, PROT_READ);
	pid = fork();
	if (!pid) {
		chdir("/kernel-calls-none");
		_exit(3);
	}
	waitpid(pid, NULL, 0);
	pthread_create(&id, NULL, thread, NULL);
	pthread_join(id, NULL);
	execl("/bin/true", "true", "one", "two", (char *)NULL);
	return 1;
}
