// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tests/lib/ctl.c: sends one line to a daemon's ctl.sock and prints the answer.
 *
 *	ctl [-g PATH] LINE	PATH: members and array indices, "a.0.b": print
 *				that part only, texts without quotes
 *	ctl -n			connect, send garbage, leave
 *	ctl -p LINE...		send all lines at once and no more, print answers
 *				until the daemon hangs up
 *	ctl -h N		hold N connections until stdin ends
 *
 * Exit status: 0 answer says ok, 1 it does not, 2 there is none.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int dial(void)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	const char *dir = getenv("TRACECTL_RUNTIME_DIR");
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	snprintf(address.sun_path, sizeof(address.sun_path), "%s/ctl.sock",
		 dir ? dir : "/dev/shm/tracectl-0");
	if (fd < 0 || connect(fd, (struct sockaddr *)&address,
			      sizeof(address))) {
		perror("ctl: connect");
		exit(2);
	}
	return fd;
}

static int send_garbage(void)
{
	static const char garbage[] = "\0\xff}{\n[1]\n\"x\"\n{\"cmd\":7}\n{";
	int fd = dial();

	if (write(fd, garbage, sizeof(garbage)) < 0)
		return 2;
	close(fd);
	return 0;
}

static int pipeline(char **lines)
{
	int fd = dial(), c;
	FILE *in = fdopen(fd, "r");

	for (; *lines; lines++)
		if (dprintf(fd, "%s\n", *lines) < 0)
			return 2;
	shutdown(fd, SHUT_WR);
	while ((c = getc(in)) != EOF)
		putchar(c);
	fclose(in);
	return 0;
}

static int hold(int n)
{
	while (n--)
		dial();
	puts("held");
	fflush(stdout);
	while (getchar() != EOF)
		;
	return 0;
}

static json_t *part(json_t *value, char *path)
{
	char *name;

	for (name = strtok(path, "."); name && value; name = strtok(NULL, "."))
		value = json_is_array(value) ?
			json_array_get(value, (size_t)atoi(name)) :
			json_object_get(value, name);
	return value;
}

static void print(json_t *value)
{
	char *text;

	if (json_is_string(value)) {
		puts(json_string_value(value));
		return;
	}
	text = value ? json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
	puts(text ? text : "");
	free(text);
}

static json_t *ask(const char *line)
{
	int fd = dial();
	FILE *in = fdopen(fd, "r");
	json_t *answer;

	if (write(fd, line, strlen(line)) < 0 || write(fd, "\n", 1) < 0)
		return NULL;
	answer = json_loadf(in, JSON_DISABLE_EOF_CHECK, NULL);
	fclose(in);
	return answer;
}

int main(int argc, char **argv)
{
	json_t *answer;
	int ok;

	if (argc == 2 && !strcmp(argv[1], "-n"))
		return send_garbage();
	if (argc > 2 && !strcmp(argv[1], "-p"))
		return pipeline(argv + 2);
	if (argc == 3 && !strcmp(argv[1], "-h"))
		return hold(atoi(argv[2]));
	answer = ask(argv[argc - 1]);
	if (!answer)
		return 2;
	ok = json_is_true(json_object_get(answer, "ok"));
	if (argc > 3 && !strcmp(argv[1], "-g"))
		print(part(answer, argv[2]));
	else
		print(answer);
	json_decref(answer);
	return !ok;
}
