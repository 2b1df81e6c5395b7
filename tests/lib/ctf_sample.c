/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/lib/ctf_sample.c: writes the sample trace:
 *
 *	ctf_sample DIR FORM [RULE]
 *
 * DIR (made) gets metadata, two streams of three packets, two index files. The
 * time stamps of ours wrap inside the first packet. The last packet is empty
 * and reports a loss. With RULE, what that rule forbids is in the trace once.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <tests/lib/ctf_sample.h>

#define PACKETS 3
#define PACKET_MAX 4096
#define START ((((uint64_t)1) << 48) - 50)

static const struct ctf_sample forms[] = {
	{ .form = "little" },
	{ .form = "big", .be = true },
	{ .form = "compact", .lttng = true, .compact = true },
	{ .form = "large", .lttng = true, .be = true, .packetised = true },
};

bool ctf_sample_damaged(const struct ctf_sample *sample, const char *rule)
{
	return !strcmp(sample->damage, rule);
}

static void die(const char *what)
{
	fprintf(stderr, "ctf_sample: %s: %s\n", what, strerror(errno));
	exit(1);
}

/* Bits of a packet. */
struct bits {
	uint8_t bytes[PACKET_MAX];
	uint32_t at;
	bool be;
};

static void bit_put(struct bits *bits, bool bit)
{
	uint8_t mask = bits->be ? 0x80 >> bits->at % 8 : 1 << bits->at % 8;

	if (bits->at >= PACKET_MAX * 8)
		exit(1);
	if (bit)
		bits->bytes[bits->at / 8] |= mask;
	else
		bits->bytes[bits->at / 8] &= ~mask;
	bits->at++;
}

static void align(struct bits *bits, uint32_t to)
{
	while (bits->at % to)
		bits->at++;
}

/* size bits, most significant first in big endian, last in little endian. */
static void put(struct bits *bits, uint32_t to, uint32_t size, uint64_t value)
{
	uint32_t i;

	align(bits, to);
	for (i = 0; i < size; i++)
		bit_put(bits, value >> (bits->be ? size - 1 - i : i) & 1);
}

static void text_put(struct bits *bits, const char *text, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		put(bits, 8, 8, (uint8_t)text[i]);
}

struct packet {
	uint64_t offset, size, content, begin, end, lost, stream_id, instance,
		 number, cpu;
};

static bool hit(const struct ctf_sample *sample, int stream, uint64_t packet,
		uint64_t which, const char *rule)
{
	return stream == 0 && packet == which &&
	       ctf_sample_damaged(sample, rule);
}

static struct packet packet_make(const struct ctf_sample *sample, int stream,
				 uint64_t number)
{
	struct packet packet = {
		.begin = START + 100 * number,
		.end = START + 100 * number + (number < 2 ? 100 : 0),
		.lost = number == 2 ? 5 : 0, .instance = stream,
		.number = number, .cpu = stream,
	};

	if (hit(sample, stream, number, 1, "packet-begin"))
		packet.begin += 15;
	if (hit(sample, stream, number, 1, "packet-end"))
		packet.end -= 45;
	if (hit(sample, stream, number, 1, "packet-time-order"))
		packet.end += 50;
	if (hit(sample, stream, number, 1, "events-discarded"))
		packet.lost = 9;
	if (hit(sample, stream, number, 2, "packet-sequence"))
		packet.number = 7;
	if (hit(sample, stream, number, 2, "cpu-id"))
		packet.cpu = 3;
	if (hit(sample, stream, number, 2, "stream-instance-id"))
		packet.instance = 9;
	if (hit(sample, stream, number, 2, "packet-stream-id"))
		packet.stream_id = 5;
	return packet;
}

static void header_put(const struct ctf_sample *sample, struct bits *bits,
		       const struct packet *packet, int stream)
{
	bool magic = hit(sample, stream, packet->number, 1, "packet-magic");
	bool uuid = hit(sample, stream, packet->number, 1, "packet-uuid");
	int i;

	bits->at = 0;
	put(bits, 8, 32, magic ? 0xC1FC1FC2 : 0xC1FC1FC1);
	for (i = 0; i < 16; i++)
		put(bits, 8, 8, ctf_sample_uuid[i] ^ (uuid && i == 15));
	put(bits, 8, 32, packet->stream_id);
	put(bits, 8, 64, packet->instance);
	put(bits, 8, 64, packet->begin);
	put(bits, 8, 64, packet->end);
	put(bits, 8, 64, packet->content);
	put(bits, 8, 64, packet->size);
	put(bits, 8, 64, packet->number);
	put(bits, 8, 64, packet->lost);
	put(bits, 8, 32, packet->cpu);
}

static void event_header_put(const struct ctf_sample *sample,
			     struct bits *bits, uint64_t id, uint64_t time,
			     bool extended)
{
	uint32_t id_size = sample->compact ? 5 : 16;

	if (!sample->lttng) {
		put(bits, 64, 16, id);
		put(bits, 1, 48, time);
	} else if (extended) {
		put(bits, 8, id_size, ~(uint64_t)0);
		put(bits, 8, 32, id);
		put(bits, 8, 64, time);
	} else {
		put(bits, 8, id_size, id);
		if (sample->compact)
			put(bits, 1, 27, time);
		else
			put(bits, 8, 32, time);
	}
	put(bits, 8, 32, 4711);
	put(bits, 8, 31, 4712);
	put(bits, 1, 1, 0);
}

static void float_put(struct bits *bits, float value)
{
	uint32_t raw;

	memcpy(&raw, &value, sizeof(raw));
	put(bits, 8, 32, raw);
}

static void double_put(struct bits *bits, double value)
{
	uint64_t raw;

	memcpy(&raw, &value, sizeof(raw));
	put(bits, 8, 64, raw);
}

static void numbers_put(const struct ctf_sample *sample, struct bits *bits)
{
	put(bits, 8, 8, 200);
	put(bits, 8, 16, (uint64_t)-1234);
	put(bits, 8, 8, 0xbe);
	put(bits, 8, 8, 0xef);
	put(bits, 8, 32, 3000000000u);
	put(bits, 8, 64, 0x123456789abcdef0);
	put(bits, 1, 3, 5);
	put(bits, 1, 13, (uint64_t)-77);
	float_put(bits, 1.5f);
	double_put(bits, -2.25);
	put(bits, 8, 8, ctf_sample_damaged(sample, "enum-label") ? 5 : 2);
	put(bits, 8, 32, 0x01020304);
}

static void texts_put(struct bits *bits, bool end, bool sound)
{
	text_put(bits, "comm\0\0\0", 8);
	put(bits, 8, 32, sound ? 3 : 0xffffff);
	put(bits, 8, 16, 1);
	put(bits, 8, 16, 2);
	put(bits, 8, 16, 3);
	text_put(bits, "the last text", 14);
	if (!end) {
		bits->at -= 8;
		put(bits, 8, 8, 'x');
	}
}

static void choices_put(struct bits *bits, bool word, bool sound)
{
	put(bits, 8, 8, !sound ? 9 : word ? 2 : 0);
	if (word)
		text_put(bits, "word", 5);
	else
		put(bits, 8, 32, 42);
}

/* numbers, choices, texts; the last ends with a string. */
static void first_packet(const struct ctf_sample *sample, struct bits *bits,
			 int stream)
{
	event_header_put(sample, bits, 0, START, true);
	numbers_put(sample, bits);
	event_header_put(sample, bits, 2, START + 20, false);
	choices_put(bits, true, true);
	event_header_put(sample, bits, 1, START + 60, false);
	texts_put(bits, !hit(sample, stream, 0, 0, "string-end"), true);
}

/* texts, choices, numbers; the last ends with a number. */
static void second_packet(const struct ctf_sample *sample, struct bits *bits,
			  int stream)
{
	bool back = hit(sample, stream, 1, 1, "stream-time-order");
	bool id = hit(sample, stream, 1, 1, "event-id");

	event_header_put(sample, bits, 1, START + 110, false);
	texts_put(bits, true,
		  !hit(sample, stream, 1, 1, "sequence-bounds"));
	event_header_put(sample, bits, id ? 9 : 2, START + (back ? 105 : 120),
			 back);
	choices_put(bits, false, !hit(sample, stream, 1, 1, "variant-select"));
	if (hit(sample, stream, 1, 1, "event-work")) {
		event_header_put(sample, bits, 3, START + 150, false);
		put(bits, 8, 32, 4000000000u);
	}
	event_header_put(sample, bits, 0, START + 160, false);
	numbers_put(sample, bits);
}

/* The size of content, and of the packet, as they stand in its header. */
static void sizes_set(const struct ctf_sample *sample, int stream,
		      struct packet *packet, uint32_t at)
{
	uint64_t number = packet->number;

	packet->content = at;
	packet->size = (at / 512 + 2) * 512;
	if (hit(sample, stream, number, 1, "event-bounds"))
		packet->content -= 8;
	if (hit(sample, stream, number, 1, "content-end"))
		packet->content += 64;
	if (hit(sample, stream, number, 2, "content-size"))
		packet->content = packet->size + 8;
	if (hit(sample, stream, number, 2, "packet-size"))
		packet->size += 1;
}

static struct packet packet_write(const struct ctf_sample *sample, FILE *out,
				  int stream, uint64_t number)
{
	struct packet packet = packet_make(sample, stream, number);
	struct bits bits = { .be = sample->be };
	uint64_t size;

	packet.offset = (uint64_t)ftell(out);
	header_put(sample, &bits, &packet, stream);
	if (number == 0)
		first_packet(sample, &bits, stream);
	else if (number == 1)
		second_packet(sample, &bits, stream);
	sizes_set(sample, stream, &packet, bits.at);
	header_put(sample, &bits, &packet, stream);
	size = packet.size / 8;
	if (hit(sample, stream, number, 2, "file-end"))
		size -= 16;
	if (fwrite(bits.bytes, size, 1, out) != 1)
		die("write");
	return packet;
}

static FILE *file_open(const struct ctf_sample *sample, const char *format,
		       int stream)
{
	char name[64], path[4096];
	FILE *out;

	snprintf(name, sizeof(name), format, stream);
	snprintf(path, sizeof(path), "%s/%s", sample->dir, name);
	out = fopen(path, "w");
	if (!out)
		die(path);
	return out;
}

static void index_write(const struct ctf_sample *sample, int stream,
			const struct packet *packets)
{
	bool here = stream == 0;
	struct bits bits = { .be = true };
	int i, nr = PACKETS - (here && ctf_sample_damaged(sample,
							  "index-count"));
	FILE *out;

	if (here && ctf_sample_damaged(sample, "index-missing"))
		return;
	put(&bits, 8, 32, here && ctf_sample_damaged(sample, "index-magic") ?
	    0xC1F1DCC2 : 0xC1F1DCC1);
	put(&bits, 8, 32, 1);
	put(&bits, 8, 32, here && ctf_sample_damaged(sample, "index-version") ?
	    2 : 1);
	put(&bits, 8, 32, here && ctf_sample_damaged(sample,
					"index-entry-length") ? 64 : 72);
	for (i = 0; i < nr; i++) {
		put(&bits, 8, 64, packets[i].offset);
		put(&bits, 8, 64, packets[i].size);
		put(&bits, 8, 64, packets[i].content);
		put(&bits, 8, 64, packets[i].begin);
		put(&bits, 8, 64, packets[i].end +
		    (here && i == 1 && ctf_sample_damaged(sample,
							  "index-entry")));
		put(&bits, 8, 64, packets[i].lost);
		put(&bits, 8, 64, packets[i].stream_id);
		put(&bits, 8, 64, packets[i].instance);
		put(&bits, 8, 64, packets[i].number);
	}
	out = file_open(sample, "index/channel0_%d.idx", stream);
	if (fwrite(bits.bytes, bits.at / 8, 1, out) != 1 || fclose(out))
		die("index");
}

static void stream_write(const struct ctf_sample *sample, int stream)
{
	struct packet packets[PACKETS];
	FILE *out = file_open(sample, "channel0_%d", stream);
	uint64_t i;

	for (i = 0; i < PACKETS; i++)
		packets[i] = packet_write(sample, out, stream, i);
	if (fclose(out))
		die("stream");
	index_write(sample, stream, packets);
}

/* Packets of 256 bytes, the last with padding. */
static void packets_put(const struct ctf_sample *sample, const char *text,
			FILE *out)
{
	size_t left = strlen(text), len;
	int i;

	for (; left; left -= len, text += len) {
		struct bits bits = { .be = sample->be };

		len = left < 256 - 37 ? left : 256 - 37;
		put(&bits, 8, 32, 0x75D11D57);
		for (i = 0; i < 16; i++)
			put(&bits, 8, 8, ctf_sample_uuid[i]);
		put(&bits, 8, 32, 0);
		put(&bits, 8, 32, (len + 37) * 8);
		put(&bits, 8, 32, 256 * 8);
		put(&bits, 8, 24, 0);
		put(&bits, 8, 8, 1);
		put(&bits, 8, 8, ctf_sample_damaged(sample, "metadata-packet") ?
		    9 : 8);
		text_put(&bits, text, len);
		if (fwrite(bits.bytes, 256, 1, out) != 1)
			die("metadata");
	}
}

static void metadata_write(const struct ctf_sample *sample)
{
	char *text = ctf_sample_tsdl(sample);
	FILE *out = file_open(sample, "metadata", 0);

	if (!text)
		die("metadata");
	if (sample->packetised)
		packets_put(sample, text, out);
	else
		fputs(text, out);
	free(text);
	if (fclose(out))
		die("metadata");
}

static void directories_make(const char *dir)
{
	char path[4096];

	snprintf(path, sizeof(path), "%s/index", dir);
	if ((mkdir(dir, 0777) && errno != EEXIST) ||
	    (mkdir(path, 0777) && errno != EEXIST))
		die(dir);
}

int main(int argc, char **argv)
{
	struct ctf_sample sample;
	size_t i;

	for (i = 0; argc > 2 && i < sizeof(forms) / sizeof(forms[0]); i++) {
		if (strcmp(argv[2], forms[i].form))
			continue;
		sample = forms[i];
		sample.dir = argv[1];
		sample.damage = argc > 3 ? argv[3] : "";
		directories_make(sample.dir);
		metadata_write(&sample);
		stream_write(&sample, 0);
		stream_write(&sample, 1);
		return 0;
	}
	fprintf(stderr, "usage: ctf_sample DIR little|big|compact|large "
		"[RULE]\n");
	return 2;
}
