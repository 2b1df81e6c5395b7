/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/regress/libc_calls.c [ROUNDS]: a program without a probe of its own:
 * four threads and a forked child call every allocation function ROUNDS times,
 * each with a size that nobody else uses, and give everything back. Prints
 * its pid, the child's and the address of the mutex that the threads take.
 */
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static unsigned int rounds = 100;

/* Keeps the compiler from dropping pairs of malloc and free. */
static void *keep(void *ptr)
{
	__asm__ volatile("" : "+r"(ptr) : : "memory");
	return ptr;
}

static void call_all(void)
{
	void *ptr;

	free(keep(malloc(12345)));
	free(keep(calloc(7, 777)));
	ptr = keep(malloc(12345));
	ptr = keep(realloc(ptr, 23456));
	free(keep(ptr));
	free(keep(memalign(256, 3457)));
	if (!posix_memalign(&ptr, 512, 4567))
		free(keep(ptr));
	free(keep(aligned_alloc(1024, 5120)));
	free(keep(valloc(6789)));
}

static void *run(void *data)
{
	(void)data;
	for (unsigned int i = 0; i < rounds; i++) {
		call_all();
		pthread_mutex_lock(&mutex);
		pthread_mutex_unlock(&mutex);
		if (!pthread_mutex_trylock(&mutex))
			pthread_mutex_unlock(&mutex);
	}
	return NULL;
}

static pid_t fork_child(void)
{
	pid_t pid = fork();

	if (pid == 0) {
		for (unsigned int i = 0; i < rounds; i++)
			call_all();
		_exit(0);
	}
	return pid;
}

int main(int argc, char **argv)
{
	pthread_t threads[4];
	pid_t child;
	int status = -1;

	if (argc > 1)
		rounds = strtoul(argv[1], NULL, 0);
	for (int i = 0; i < 4; i++)
		if (pthread_create(&threads[i], NULL, run, NULL))
			return 1;
	child = fork_child();
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	if (child < 0 || waitpid(child, &status, 0) != child)
		return 1;
	printf("%d %d %p\n", (int)getpid(), (int)child, (void *)&mutex);
	return status != 0;
}
