// SPDX-License-Identifier: GPL-2.0-or-later
// The page's data: packed numbers, lanes, and their levels of detail.
'use strict';

// Numbers of seven bits a byte, least first. Up to 2^53, so no bit operators
// beyond the first four bytes.
class Unpacker {
	constructor(base64) {
		this.bytes = Uint8Array.from(atob(base64),
			character => character.charCodeAt(0));
		this.at = 0;
	}

	next() {
		let byte = this.bytes[this.at++];
		let number = byte & 127, unit = 128;

		while (byte & 128) {
			byte = this.bytes[this.at++];
			number += (byte & 127) * unit;
			unit *= 128;
		}
		return number;
	}
}

function unpackAll(base64, count) {
	const unpacker = new Unpacker(base64);
	const numbers = new Float64Array(count);

	for (let i = 0; i < count; i++)
		numbers[i] = unpacker.next();
	return numbers;
}

// Columns of items that do not overlap, in the order of time.
class Items {
	constructor(size) {
		this.nr = 0;
		this.begin = new Float64Array(size);
		this.end = new Float64Array(size);
		this.busy = new Float64Array(size);
		this.longest = new Float64Array(size);
		this.label = new Uint32Array(size);
		this.count = new Uint32Array(size);
	}

	add(begin, end, label, count, busy, longest) {
		const i = this.nr++;

		this.begin[i] = begin;
		this.end[i] = end;
		this.busy[i] = busy;
		this.longest[i] = longest;
		this.label[i] = label;
		this.count[i] = count;
	}

	// The last one takes in what follows it closely.
	merge(end, label, count, busy, longest) {
		const i = this.nr - 1;

		this.end[i] = end;
		this.busy[i] += busy;
		this.count[i] += count;
		if (longest > this.longest[i]) {
			this.longest[i] = longest;
			this.label[i] = label;
		}
	}

	// The first item that ends at or after a time.
	find(time) {
		let low = 0, high = this.nr;

		while (low < high) {
			const middle = (low + high) >> 1;

			if (this.end[middle] < time)
				low = middle + 1;
			else
				high = middle;
		}
		return low;
	}

	// Neighbours that together are no longer than the resolution become one.
	coarser(resolution) {
		const to = new Items(this.nr);

		for (let i = 0; i < this.nr; i++) {
			if (to.nr && this.end[i] - to.begin[to.nr - 1] <= resolution)
				to.merge(this.end[i], this.label[i], this.count[i],
					this.busy[i], this.longest[i]);
			else
				to.add(this.begin[i], this.end[i], this.label[i],
					this.count[i], this.busy[i], this.longest[i]);
		}
		return to;
	}
}

const LEVEL_STEP = 4;
const FIRST_LEVEL_NS = 64;
const FEW_ITEMS = 2000;		// drawn as they are

class Lane {
	constructor(packed) {
		this.kind = packed.kind;
		this.owner = packed.owner;
		this.depth = packed.depth;
		this.packed = packed;
		this.levels = null;
	}

	get size() {
		return this.packed ? this.packed.items : this.levels[0].nr;
	}

	unpack() {
		const from = new Unpacker(this.packed.data);
		const items = new Items(this.packed.items);
		let time = 0;

		for (let i = 0; i < this.packed.items; i++) {
			const begin = time + from.next();
			const end = begin + from.next();
			const label = from.next();
			const merged = label % 2;
			const count = merged ? from.next() : 1;
			const busy = merged ? from.next() : end - begin;

			items.add(begin, end, (label - merged) / 2, count, busy, busy);
			time = end;
		}
		this.packed = null;
		this.levels = [items];
	}

	get items() {
		if (!this.levels)
			this.unpack();
		return this.levels[0];
	}

	// What to draw when a pixel is so many ns. A level is made of the one
	// below when it is first needed.
	level(pixelNs) {
		let items = this.items, resolution = FIRST_LEVEL_NS;

		for (let i = 1; items.nr > FEW_ITEMS && resolution <= pixelNs; i++) {
			if (!this.levels[i])
				this.levels[i] = items.coarser(resolution);
			items = this.levels[i];
			resolution *= LEVEL_STEP;
		}
		return items;
	}
}

class Trace {
	constructor(data) {
		this.begin = BigInt(data.begin_ns);
		this.span = Math.max(data.span_ns, 1);
		this.resolution = data.resolution_ns;
		this.dropped = data.dropped;
		this.unmatched = data.unmatched;
		this.labels = data.labels;
		this.threads = data.threads;
		this.lanes = data.lanes.map(packed => new Lane(packed));
		this.latencies = data.latencies;
		this.flames = data.flames || [];
		this.reports = data.reports;
		this.events = data.events;
	}

	report(name) {
		return this.reports.find(report => report.report === name);
	}

	// Time since the begin, as a clock shows it.
	clock(time) {
		return formatTime(this.begin + BigInt(Math.round(time)));
	}

	threadName(tid) {
		const thread = this.threads[tid];

		if (tid === 0)
			return 'idle';
		return (thread && thread.comm || '?') + ' (' + tid + ')';
	}
}
