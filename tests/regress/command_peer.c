/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/regress/command_peer.c: the daemon's side of the control socket, as a
 * test wants it:
 *
 *	command_peer DIR ANSWERS
 *
 * listens on DIR/ctl.sock and writes DIR/daemon.pid. ANSWERS has a line per
 * command: "CMD<tab>TEXT"; TEXT is sent as it is for that command. Two texts
 * are special: "silence" sends nothing, "hangup" closes the connection. "ping"
 * is answered unless the file says otherwise. Requests go to DIR/requests, one
 * a line. Ends after a minute at most.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static FILE *requests;
static const char *answers;

static int peer_listen(const char *directory)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	snprintf(address.sun_path, sizeof(address.sun_path), "%s/ctl.sock",
		 directory);
	if (bind(fd, (struct sockaddr *)&address, sizeof(address)) ||
	    listen(fd, 5)) {
		perror("command_peer");
		exit(1);
	}
	return fd;
}

static FILE *peer_open(const char *directory, const char *name)
{
	char path[256];

	snprintf(path, sizeof(path), "%s/%s", directory, name);
	return fopen(path, "ae");	/* tests empty it meanwhile */
}

/* The answer to cmd, read anew each time; NULL: none given. */
static char *peer_answer(const char *cmd)
{
	size_t length = strlen(cmd), size = 0;
	FILE *file = fopen(answers, "re");
	char *line = NULL, *found = NULL;

	while (file && !found && getline(&line, &size, file) > 0)
		if (!strncmp(line, cmd, length) && line[length] == '\t') {
			line[strcspn(line, "\n")] = '\0';
			found = strdup(line + length + 1);
		}
	free(line);
	if (file)
		fclose(file);
	return found;
}

/* 0: the connection is to be closed. */
static int peer_reply(FILE *stream, const char *line)
{
	json_t *request = json_loads(line, 0, NULL);
	const char *cmd = json_string_value(json_object_get(request, "cmd"));
	char *answer = peer_answer(cmd ? cmd : "");
	int more = 1;

	fputs(line, requests);
	fflush(requests);
	if (answer && !strcmp(answer, "hangup"))
		more = 0;
	else if (answer && strcmp(answer, "silence"))
		fprintf(stream, "%s\n", answer);
	else if (!answer && cmd && !strcmp(cmd, "ping"))
		fputs("{\"ok\": true}\n", stream);
	else if (!answer)
		fputs("{\"ok\": false, \"errno\": \"EINVAL\", \"error\": "
		      "\"no answer is prepared\"}\n", stream);
	fflush(stream);
	free(answer);
	json_decref(request);
	return more;
}

static void peer_serve(int fd)
{
	FILE *in = fdopen(fd, "r"), *out = fdopen(dup(fd), "w");
	size_t size = 0;
	char *line = NULL;

	while (getline(&line, &size, in) > 0 && peer_reply(out, line))
		;
	free(line);
	fclose(in);
	fclose(out);
}

int main(int argc, char **argv)
{
	int listener, fd;
	FILE *file;

	if (argc != 3)
		return 2;
	alarm(60);
	answers = argv[2];
	requests = peer_open(argv[1], "requests");
	listener = peer_listen(argv[1]);
	file = peer_open(argv[1], "daemon.pid");
	fprintf(file, "%d\n", (int)getpid());
	fclose(file);
	while ((fd = accept(listener, NULL, NULL)) >= 0)
		peer_serve(fd);
	return 0;
}
