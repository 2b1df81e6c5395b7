/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/regress/busy_site.c: has a breakpoint on a probe site, as a debugger
 * would put it there, until a line comes on stdin; after a further one it hits
 * the probe.
 */
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <tracectl/probe.h>
#include <unistd.h>

#define BREAKPOINT	0xcc
#define DORMANT		0xa9
#define REACH		64

static __attribute__((noinline)) void hit(int number)
{
	TRACECTL_PROBE(busy, hit, (number, number));
}

static uint8_t *site_find(void)
{
	uint8_t *code = (uint8_t *)(uintptr_t)hit;
	int i;

	for (i = 0; i < REACH; i++)
		if (code[i] == DORMANT)
			return code + i;
	return NULL;
}

static int site_write(uint8_t *site, uint8_t byte)
{
	const uintptr_t size = (uintptr_t)sysconf(_SC_PAGESIZE);
	void *page = (void *)((uintptr_t)site & ~(size - 1));

	if (mprotect(page, size, PROT_READ | PROT_WRITE | PROT_EXEC))
		return -1;
	*site = byte;
	return 0;
}

int main(void)
{
	uint8_t *site = site_find();
	char line[16];

	if (!site || site_write(site, BREAKPOINT))
		return 77;
	puts("ready");
	fflush(stdout);
	if (!fgets(line, sizeof(line), stdin) || *site != BREAKPOINT)
		return 1;
	if (site_write(site, DORMANT))
		return 2;
	puts("removed");
	fflush(stdout);
	if (!fgets(line, sizeof(line), stdin))
		return 3;
	hit(1);
	return 0;
}
