// SPDX-License-Identifier: GPL-2.0-or-later
// The timeline: rows of CPUs and threads, each of one or more lanes, on a canvas
// that stays in place while the list of rows is scrolled.
'use strict';

const GUTTER = 230;
const RULER = 28;
const STRIP_HEIGHTS = {run: 20, irq: 8, cpumark: 12, state: 6, call: 15,
	span: 15, mark: 11};
const STRIP_ORDER = ['run', 'irq', 'cpumark', 'state', 'span', 'call', 'mark'];
const KIND_NAMES = {run: 'runs on the CPU', irq: 'interrupt', cpumark: 'event',
	state: 'state', call: 'system call', span: 'from begin to end',
	mark: 'event'};
const ROW_PADDING = 5;
const GROUP_HEIGHT = 24;
const MANY_ITEMS = 200;		// in one strip in sight
const NARROWEST_NS = 20;	// of the window
const OVERVIEW_BINS = 600;
const OVERVIEW_HEIGHT = 44;	// as in page.css

// --- rows

function rowOfLanes(title, lanes, thread) {
	const strips = lanes
		.sort((a, b) => STRIP_ORDER.indexOf(a.kind) -
			STRIP_ORDER.indexOf(b.kind) || a.depth - b.depth)
		.map(lane => ({lane, height: STRIP_HEIGHTS[lane.kind]}));
	let y = ROW_PADDING;

	for (const strip of strips) {
		strip.y = y;
		y += strip.height + 1;
	}
	return {title, thread, strips, height: Math.max(y + ROW_PADDING, 22)};
}

function lanesByOwner(lanes) {
	const owners = new Map();

	for (const lane of lanes) {
		if (!owners.has(lane.owner))
			owners.set(lane.owner, []);
		owners.get(lane.owner).push(lane);
	}
	return owners;
}

function cpuGroup(trace) {
	const ofCpu = trace.lanes.filter(lane =>
		['run', 'irq', 'cpumark'].includes(lane.kind));
	const owners = [...lanesByOwner(ofCpu)].sort((a, b) => a[0] - b[0]);

	return {title: 'CPUs', open: true, rows: owners.map(([cpu, lanes]) =>
		rowOfLanes(cpu < 0 ? 'CPU not known' : 'CPU ' + cpu, lanes))};
}

// Those with most to show first.
function processGroups(trace) {
	const ofThread = trace.lanes.filter(lane =>
		['state', 'call', 'span', 'mark'].includes(lane.kind));
	const processes = new Map();

	for (const [tid, lanes] of lanesByOwner(ofThread)) {
		const thread = trace.threads[tid] || {pid: -1, comm: ''};
		const pid = thread.pid >= 0 ? thread.pid : tid;
		const main = trace.threads[pid] || thread;

		if (!processes.has(pid))
			processes.set(pid, {title: (main.comm || '?') + ' (' + pid + ')',
				open: true, rows: [], weight: 0});
		const process = processes.get(pid);

		process.weight += lanes.reduce((sum, lane) => sum + lane.size, 0);
		process.rows.push(rowOfLanes(trace.threadName(tid), lanes, tid));
	}
	const groups = [...processes.values()].sort((a, b) => b.weight - a.weight);

	for (const group of groups)
		group.rows.sort((a, b) => a.thread - b.thread);
	return groups;
}

// --- time axis

// Distances of 1, 2 or 5 times a power of ten.
function axisStep(span, most) {
	const rough = Math.max(span / most, 1);
	const power = 10 ** Math.floor(Math.log10(rough));

	return [1, 2, 5, 10].map(times => times * power)
		.find(step => step >= rough);
}

class Timeline {
	// showEvents(time): opens the table of events there
	constructor(trace, view, showEvents) {
		this.trace = trace;
		this.showEvents = showEvents;
		this.groups = [cpuGroup(trace), ...processGroups(trace)]
			.filter(group => group.rows.length);
		this.from = 0;
		this.to = trace.span;
		this.filter = '';
		this.chosen = null;
		this.losses = this.findLosses();
		this.build(view);
		this.place();
		this.tellWindow();
		watchSize(this.scroller, () => this.resize());
	}

	findLosses() {
		const summary = this.trace.report('summary') || {};

		return (summary.losses || [])
			.filter(loss => loss.begin_ns !== null)
			.map(loss => ({
				from: Number(BigInt(loss.begin_ns) - this.trace.begin),
				to: Number(BigInt(loss.end_ns) - this.trace.begin),
				loss,
			}));
	}

	// --- elements

	build(view) {
		const button = (text, label, action) => element('button',
			{type: 'button', 'aria-label': label, title: label,
				onclick: action}, text);
		const legend = element('span', {class: 'legend dim'});

		for (const state of ['running', 'waiting', 'blocked'])
			legend.append(element('i',
				{style: 'background:var(--' + state + ')'}), state);
		this.shown = element('span', {class: 'dim', id: 'window'});
		const search = element('input', {type: 'search',
			placeholder: 'Only threads with\u2026',
			'aria-label': 'Only threads whose name or number has',
			oninput: event => this.setFilter(event.target.value)});

		view.append(element('div', {class: 'bar'},
			button('\u2212', 'Zoom out (-)', () => this.zoom(2)),
			button('+', 'Zoom in (+)', () => this.zoom(0.5)),
			button('All', 'The whole trace (0)', () => this.fit()),
			search, this.shown, element('span', {class: 'grow'}),
			this.laneTypes().has('state') ? legend : '',
			element('span', {class: 'dim'}, this.help())));
		this.overviewCanvas = element('canvas', {id: 'overview',
			'aria-hidden': 'true'});
		this.canvas = element('canvas', {id: 'lanes', tabindex: 0,
			role: 'application', 'aria-label': 'Timeline. Left and right ' +
			'move, plus and minus zoom, 0 shows all, Enter names what is ' +
			'in the middle. The reports have the same in numbers.'});
		this.spacer = element('div');
		this.scroller = element('div', {class: 'stage', id: 'stage'},
			element('div', {class: 'sticky'}, this.canvas), this.spacer);
		this.details = element('div', {id: 'details'},
			element('span', {class: 'dim'},
				'Click on something to see what it is.'));
		view.append(this.overviewCanvas, this.scroller, this.details);
		this.stage = new Stage(this.canvas, () => this.draw());
		this.overview = new Stage(this.overviewCanvas,
			() => this.drawOverview());
		this.listen();
	}

	laneTypes() {
		return new Set(this.trace.lanes.map(lane => lane.kind));
	}

	help() {
		const box = element('span');

		box.append(element('kbd', {}, 'Ctrl'), '+wheel zooms, drag moves, ',
			element('kbd', {}, 'Shift'), '+drag zooms into a part');
		return box;
	}

	// --- places

	visibleGroups() {
		const wanted = this.filter.toLowerCase();

		if (!wanted)
			return this.groups;
		return this.groups.map(group => ({...group, original: group,
			rows: group.rows.filter(row => row.thread === undefined ||
				(row.title + ' ' + group.title).toLowerCase()
					.includes(wanted))}))
			.filter(group => group.rows.length);
	}

	// Every row gets its y; a group of one thread has no row of its own.
	place() {
		let y = 0;

		this.places = [];
		for (const group of this.visibleGroups()) {
			const alone = group.rows.length === 1 &&
				group.rows[0].thread !== undefined;

			if (!alone) {
				this.places.push({group, y, height: GROUP_HEIGHT});
				y += GROUP_HEIGHT;
			}
			if (!group.open && !alone)
				continue;
			for (const row of group.rows) {
				this.places.push({row, y, height: row.height});
				y += row.height;
			}
		}
		this.height = y;
		this.spacer.style.height = y + RULER + 20 + 'px';
	}

	setFilter(text) {
		this.filter = text;
		this.place();
		this.scroller.scrollTop = 0;
		this.redraw();
	}

	resize() {
		const width = this.scroller.clientWidth;

		if (!width)
			return;
		this.stage.resize(width, this.scroller.clientHeight);
		this.overview.resize(width, OVERVIEW_HEIGHT);
	}

	redraw() {
		this.stage.draw();
		this.overview.draw();
		this.tellWindow();
	}

	tellWindow() {
		this.shown.textContent = formatNsShort(this.to - this.from) +
			' from ' + this.trace.clock(this.from);
	}

	// What is shorter is not told apart.
	get resolution() {
		return 1.5 / this.scale;
	}

	get scale() {
		return (this.stage.width - GUTTER) / (this.to - this.from);
	}

	xOf(time) {
		return GUTTER + (time - this.from) * this.scale;
	}

	timeAt(x) {
		return this.from + (x - GUTTER) / this.scale;
	}

	// --- moving

	show(from, to) {
		let span = Math.min(Math.max(to - from, NARROWEST_NS), this.trace.span);

		span = Math.max(span, 1);
		from = Math.min(Math.max(from, 0), this.trace.span - span);
		this.from = from;
		this.to = from + span;
		this.redraw();
	}

	zoom(factor, at) {
		const middle = at === undefined ? (this.from + this.to) / 2 : at;

		this.show(middle - (middle - this.from) * factor,
			middle + (this.to - middle) * factor);
	}

	move(share) {
		const by = (this.to - this.from) * share;

		this.show(this.from + by, this.to + by);
	}

	fit() {
		this.show(0, this.trace.span);
	}

	// Around a point in time, and its thread in sight.
	goTo(time, thread) {
		const span = Math.min(this.to - this.from,
			Math.max(this.trace.span / 200, 1e5));

		this.show(time - span / 2, time + span / 2);
		this.scrollTo(thread);
		this.pointer = time;
		this.redraw();
	}

	// --- drawing

	draw() {
		const {context, width, height} = this.stage;
		const top = this.scroller.scrollTop;

		context.fillStyle = theme.values.ground;
		context.fillRect(0, 0, width, height);
		context.font = '11.5px system-ui, "DejaVu Sans", sans-serif';
		context.textBaseline = 'middle';
		this.drawGrid();
		for (const place of this.places) {
			const y = place.y - top + RULER;

			if (y + place.height < RULER || y > height)
				continue;
			if (place.group)
				this.drawGroup(place, y);
			else
				this.drawRow(place, y);
		}
		this.drawRuler();
		this.drawSelection();
	}

	ticks() {
		const step = axisStep(this.to - this.from,
			Math.max(2, (this.stage.width - GUTTER) / 110));
		const ticks = [];

		for (let time = Math.ceil(this.from / step) * step; time <= this.to;
			time += step)
			ticks.push(time);
		return ticks;
	}

	drawGrid() {
		const {context, height} = this.stage;

		context.fillStyle = theme.values.line;
		for (const time of this.ticks())
			context.fillRect(Math.round(this.xOf(time)), RULER, 1, height);
		context.globalAlpha = 0.18;
		context.fillStyle = theme.values.loud;
		for (const {from, to} of this.losses) {
			const x = Math.max(GUTTER, this.xOf(from));

			context.fillRect(x, RULER, Math.max(2, this.xOf(to) - x), height);
		}
		context.globalAlpha = 1;
	}

	drawRuler() {
		const {context, width} = this.stage;

		context.fillStyle = theme.values.panel;
		context.fillRect(0, 0, width, RULER);
		context.fillStyle = theme.values.line;
		context.fillRect(0, RULER - 1, width, 1);
		context.fillRect(GUTTER - 1, 0, 1, this.stage.height);
		context.fillStyle = theme.values.dim;
		context.textAlign = 'center';
		for (const time of this.ticks()) {
			const x = this.xOf(time);

			if (x > GUTTER + 24 && x < width - 24)
				context.fillText('+' + formatNsShort(time), x, RULER / 2);
		}
		context.textAlign = 'left';
		context.fillText('since ' + this.trace.clock(0), 12, RULER / 2);
	}

	drawGroup({group}, y) {
		const {context, width} = this.stage;

		context.fillStyle = theme.values.panel;
		context.fillRect(0, y, width, GROUP_HEIGHT - 1);
		context.fillStyle = theme.values.text;
		context.font = '600 12px system-ui, "DejaVu Sans", sans-serif';
		context.fillText((group.open ? '\u25be ' : '\u25b8 ') + group.title +
			(group.title === 'CPUs' ? '' :
				'  \u00b7  ' + group.rows.length + ' threads'),
			10, y + GROUP_HEIGHT / 2);
		context.font = '11.5px system-ui, "DejaVu Sans", sans-serif';
	}

	drawRow({row, height}, y) {
		const {context, width} = this.stage;

		context.save();
		context.beginPath();
		context.rect(GUTTER, y, width - GUTTER, height);
		context.clip();
		for (const strip of row.strips)
			this.drawStrip(strip, y + strip.y);
		context.globalAlpha = 1;
		context.restore();
		context.fillStyle = theme.values.ground;
		context.fillRect(0, y, GUTTER - 1, height);
		context.fillStyle = theme.values.text;
		this.drawText(row.title, 22, y + Math.min(height / 2, 16), GUTTER - 30);
		context.fillStyle = theme.values.line;
		context.fillRect(0, y + height - 1, width, 1);
	}

	drawText(text, x, y, room) {
		const {context} = this.stage;
		let width = context.measureText(text).width;

		if (width > room) {
			const fits = Math.floor(text.length * room / width) - 1;

			if (fits < 2)
				return;
			text = text.slice(0, fits) + '\u2026';
			width = room;
		}
		context.fillText(text, x, y);
	}

	// A task's colour is that of its name, without its number.
	colourOf(lane, label) {
		const text = this.trace.labels[label];

		return lane.kind === 'state' ? theme.values[text.split(' ')[0]] :
			theme.of(lane.kind === 'run' ?
				text.slice(0, text.lastIndexOf(' (')) : text);
	}

	drawStrip(strip, y) {
		const {lane, height} = strip;
		const items = lane.level(this.resolution);
		const first = items.find(this.from);
		let last = items.find(this.to);

		while (last < items.nr && items.begin[last] <= this.to)
			last++;
		if (last - first > MANY_ITEMS)
			this.paintPixels(lane, items, first, last, y, height);
		else
			this.paintItems(lane, items, first, last, y, height);
		if (height > 10)
			this.drawLabels(items, first, last, y + height / 2);
	}

	isMark(lane) {
		return lane.kind === 'mark' || lane.kind === 'cpumark';
	}

	// Where an item is in sight, at least a pixel wide.
	extent(lane, items, i) {
		const left = this.xOf(items.begin[i]);
		const right = Math.max(this.xOf(items.end[i]),
			left + (this.isMark(lane) ? 1.5 : 1));

		return [Math.max(left, GUTTER - 2),
			Math.min(right, this.stage.width + 2)];
	}

	paintItems(lane, items, first, last, y, height) {
		const {context} = this.stage;

		for (let i = first; i < last; i++) {
			const [left, right] = this.extent(lane, items, i);

			context.fillStyle = this.colourOf(lane, items.label[i]);
			context.globalAlpha = this.opacity(items, i, this.isMark(lane));
			context.fillRect(left, y, right - left, height);
		}
		context.globalAlpha = 1;
	}

	// Many items are a row of pixels, drawn as high as the strip at once.
	paintPixels(lane, items, first, last, y, height) {
		const width = this.stage.width - GUTTER;
		const row = pixelRow(width);

		for (let i = first; i < last; i++) {
			const [left, right] = this.extent(lane, items, i);

			row.fill(Math.floor(left) - GUTTER, Math.ceil(right) - GUTTER,
				theme.rgb(this.colourOf(lane, items.label[i])),
				this.opacity(items, i, this.isMark(lane)));
		}
		row.draw(this.stage.context, GUTTER, y, height);
	}

	drawLabels(items, first, last, y) {
		for (let i = first; i < last; i++) {
			const left = Math.max(this.xOf(items.begin[i]), GUTTER - 2);
			const right = this.xOf(items.end[i]);

			if (right - left > 34)
				this.drawLabel(items, i, left, right, y);
		}
	}

	// What was merged is as strong as it is busy.
	opacity(items, i, mark) {
		const span = items.end[i] - items.begin[i];

		if (items.count[i] === 1 || span <= 0)
			return 1;
		if (mark)
			return Math.min(1, 0.4 + items.count[i] * this.narrow / span);
		return 0.25 + 0.75 * Math.min(1, items.busy[i] / span);
	}

	get narrow() {
		return 2 / this.scale;
	}

	drawLabel(items, i, x, end, y) {
		const {context} = this.stage;
		const text = this.trace.labels[items.label[i]];

		context.globalAlpha = 1;
		context.fillStyle = theme.values['on-item'];
		this.drawText(items.count[i] > 1 ? items.count[i] + '\u00d7 ' + text :
			text, x + 4, y + 0.5, Math.min(end, this.stage.width) - x - 8);
	}

	drawSelection() {
		const {context, height, width} = this.stage;

		if (this.band) {
			const [from, to] = this.band.map(time => this.xOf(time))
				.sort((a, b) => a - b);

			context.globalAlpha = 0.25;
			context.fillStyle = theme.values.accent;
			context.fillRect(from, 0, to - from, height);
			context.globalAlpha = 1;
			context.fillStyle = theme.values.text;
			context.fillText(formatNs(Math.abs(this.band[1] - this.band[0])),
				from + 5, RULER + 12);
		}
		if (this.pointer !== undefined) {
			const x = Math.round(this.xOf(this.pointer));

			if (x >= GUTTER && x < width) {
				context.fillStyle = theme.values.accent;
				context.fillRect(x, 0, 1, height);
			}
		}
	}

	// --- overview: how busy the CPUs were, else how many events there were

	overviewBins() {
		if (this.bins)
			return this.bins;
		const runs = this.trace.lanes.filter(lane => lane.kind === 'run');
		const lanes = runs.length ? runs : this.trace.lanes.filter(lane =>
			lane.kind === 'mark' || lane.kind === 'span' ||
			lane.kind === 'call');
		const bins = new Float64Array(OVERVIEW_BINS);
		const size = this.trace.span / OVERVIEW_BINS;

		for (const lane of lanes)
			this.addToBins(bins, lane.level(size / 4), size,
				runs.length > 0);
		const most = runs.length ? runs.length * size : Math.max(...bins, 1);

		this.bins = bins.map(bin => Math.min(1, bin / most));
		return this.bins;
	}

	addToBins(bins, items, size, asTime) {
		for (let i = 0; i < items.nr; i++) {
			const first = Math.floor(items.begin[i] / size);
			const last = Math.min(Math.floor(items.end[i] / size),
				bins.length - 1);
			const span = Math.max(items.end[i] - items.begin[i], 1);
			const value = asTime ? items.busy[i] : items.count[i];

			for (let bin = Math.max(first, 0); bin <= last; bin++) {
				const part = Math.min(items.end[i], (bin + 1) * size) -
					Math.max(items.begin[i], bin * size);

				bins[bin] += first === last ? value : value * part / span;
			}
		}
	}

	drawOverview() {
		const {context, width, height} = this.overview;
		const room = width - GUTTER;
		const x = time => GUTTER + time / this.trace.span * room;

		context.fillStyle = theme.values.ground;
		context.fillRect(0, 0, width, height);
		context.fillStyle = theme.values.running;
		this.overviewBins().forEach((bin, i) => context.fillRect(
			GUTTER + i * room / OVERVIEW_BINS, height - bin * (height - 4),
			room / OVERVIEW_BINS + 0.5, bin * (height - 4)));
		context.fillStyle = theme.values.loud;
		for (const {from, to} of this.losses)
			context.fillRect(x(Math.max(from, 0)), 0,
				Math.max(2, x(to) - x(Math.max(from, 0))), 6);
		context.globalAlpha = 0.6;
		context.fillStyle = theme.values.ground;
		context.fillRect(GUTTER, 0, x(this.from) - GUTTER, height);
		context.fillRect(x(this.to), 0, width - x(this.to), height);
		context.globalAlpha = 1;
		context.strokeStyle = theme.values.accent;
		context.strokeRect(x(this.from) + 0.5, 0.5,
			Math.max(x(this.to) - x(this.from) - 1, 2), height - 1);
		context.fillStyle = theme.values.dim;
		context.font = '11.5px system-ui, "DejaVu Sans", sans-serif';
		context.textBaseline = 'middle';
		context.fillText(this.laneTypes().has('run') ? 'CPUs busy' :
			'Events', 12, height / 2);
	}

	// --- what is where

	placeAt(y) {
		const at = y - RULER + this.scroller.scrollTop;

		return y < RULER ? undefined : this.places.find(place =>
			at >= place.y && at < place.y + place.height);
	}

	itemAt(x, y) {
		const place = this.placeAt(y);

		if (!place || !place.row || x < GUTTER)
			return null;
		const inside = y - RULER + this.scroller.scrollTop - place.y;
		const strip = place.row.strips.find(one =>
			inside >= one.y && inside < one.y + one.height + 1);

		return strip ? this.itemOf(place.row, strip.lane, this.timeAt(x)) :
			null;
	}

	// Within two pixels.
	itemOf(row, lane, time) {
		const items = lane.level(this.resolution);
		const near = 2 / this.scale;
		const i = items.find(time - near);

		if (i >= items.nr || items.begin[i] > time + near)
			return null;
		return {row, lane, items, i};
	}

	describe({row, lane, items, i}) {
		const label = this.trace.labels[items.label[i]];
		const count = items.count[i];
		const span = items.end[i] - items.begin[i];
		const lines = [count > 1 ? formatCount(count) + ' \u00d7 ' + label +
			' and the like' : label];
		const mark = lane.kind === 'mark' || lane.kind === 'cpumark';

		lines.push((count > 1 ? 'most: ' : '') + KIND_NAMES[lane.kind] +
			' \u00b7 ' + row.title);
		if (!mark || count > 1)
			lines.push(formatNs(span) + (count > 1 && !mark ? ', ' +
				formatNs(items.busy[i]) + ' of it' : ''));
		lines.push('at ' + this.trace.clock(items.begin[i]) + ', +' +
			formatNs(items.begin[i]));
		if (count > 1)
			lines.push(span <= this.trace.resolution ? 'single ones are ' +
				'not in this page: export a part of the trace' :
				'zoom in to see more');
		return lines;
	}

	// Where one may want to go from here.
	leads({row, lane, items, i}) {
		const time = items.begin[i];
		const runs = /\((\d+)\)$/.exec(this.trace.labels[items.label[i]]);
		const leads = [element('button', {type: 'button', onclick: () =>
			this.showEvents(time)}, 'Events here')];

		if (lane.kind === 'run' && runs)
			leads.unshift(element('button', {type: 'button', onclick: () =>
				this.scrollTo(Number(runs[1]))}, 'Its thread'));
		return leads;
	}

	scrollTo(thread) {
		const place = this.places.find(one => one.row &&
			one.row.thread === thread);

		if (place)
			this.scroller.scrollTop = Math.max(0, place.y - 80);
	}

	choose(item) {
		this.chosen = item;
		const [title, ...rest] = this.describe(item);

		this.details.replaceChildren(element('b', {}, title), ' ',
			...this.leads(item), element('br'),
			...rest.map(text => element('span', {}, text)));
		say(title + ', ' + rest.join(', '));
	}

	// --- input

	listen() {
		const canvas = this.canvas;

		this.scroller.addEventListener('scroll', () => this.stage.draw());
		canvas.addEventListener('wheel', event => this.onWheel(event),
			{passive: false});
		canvas.addEventListener('pointerdown', event => this.onDown(event));
		canvas.addEventListener('pointermove', event => this.onMove(event));
		canvas.addEventListener('pointerup', event => this.onUp(event));
		canvas.addEventListener('pointerleave', () => tip.hide());
		canvas.addEventListener('dblclick', event => this.onDouble(event));
		canvas.addEventListener('keydown', event => this.onKey(event));
		const pick = event => {
			if (event.buttons)
				this.onOverview(event);
		};

		this.overviewCanvas.addEventListener('pointerdown', event => {
			this.overviewCanvas.setPointerCapture(event.pointerId);
			pick(event);
		});
		this.overviewCanvas.addEventListener('pointermove', pick);
	}

	onWheel(event) {
		if (event.ctrlKey || event.metaKey || event.altKey) {
			event.preventDefault();
			this.zoom(Math.exp(event.deltaY * 0.0022),
				this.timeAt(Math.max(event.offsetX, GUTTER)));
		} else if (event.shiftKey || Math.abs(event.deltaX) >
				Math.abs(event.deltaY)) {
			event.preventDefault();
			this.move((event.deltaX || event.deltaY) /
				(this.stage.width - GUTTER));
		}
	}

	onDown(event) {
		const place = this.placeAt(event.offsetY);

		if (place && place.group) {
			const group = place.group.original || place.group;

			group.open = !group.open;
			this.place();
			this.redraw();
			return;
		}
		this.canvas.setPointerCapture(event.pointerId);
		this.drag = {x: event.offsetX, y: event.clientY, moved: false,
			from: this.from, to: this.to, top: this.scroller.scrollTop,
			zoom: event.shiftKey || event.offsetY < RULER};
		if (this.drag.zoom)
			this.band = [this.timeAt(event.offsetX),
				this.timeAt(event.offsetX)];
	}

	onMove(event) {
		if (this.drag)
			this.onDrag(event);
		else
			this.onHover(event);
	}

	onDrag(event) {
		const {x, y, from, to, top, zoom} = this.drag;
		const by = event.offsetX - x;

		if (Math.abs(by) > 3 || Math.abs(event.clientY - y) > 3)
			this.drag.moved = true;
		if (!this.drag.moved)
			return;
		if (zoom) {
			this.band[1] = this.timeAt(Math.max(event.offsetX, GUTTER));
			this.stage.draw();
		} else {
			this.show(from - by / this.scale, to - by / this.scale);
			this.scroller.scrollTop = top - (event.clientY - y);
		}
	}

	onHover(event) {
		const item = this.itemAt(event.offsetX, event.offsetY);
		const place = this.placeAt(event.offsetY);

		this.canvas.style.cursor = item || place && place.group ? 'pointer' :
			event.offsetY < RULER ? 'col-resize' : 'default';
		if (item)
			tip.show(event, this.describe(item));
		else
			tip.hide();
	}

	onUp(event) {
		const drag = this.drag;

		this.drag = null;
		if (!drag)
			return;
		if (drag.moved && drag.zoom) {
			const [from, to] = this.band.sort((a, b) => a - b);

			this.show(from, to);
		} else if (!drag.moved) {
			const item = this.itemAt(event.offsetX, event.offsetY);

			if (item)
				this.choose(item);
			this.pointer = this.timeAt(event.offsetX);
		}
		this.band = null;
		this.redraw();
	}

	onDouble(event) {
		const item = this.itemAt(event.offsetX, event.offsetY);

		if (!item)
			return;
		const from = item.items.begin[item.i], to = item.items.end[item.i];
		const around = Math.max((to - from) * 0.3, 200);

		this.show(from - around, to + around);
	}

	onKey(event) {
		const actions = {
			ArrowLeft: () => this.move(-0.15), a: () => this.move(-0.15),
			ArrowRight: () => this.move(0.15), d: () => this.move(0.15),
			'+': () => this.zoom(0.6), w: () => this.zoom(0.6),
			'=': () => this.zoom(0.6),
			'-': () => this.zoom(1 / 0.6), s: () => this.zoom(1 / 0.6),
			0: () => this.fit(), Home: () => this.fit(),
			ArrowUp: () => this.scroller.scrollBy(0, -60),
			ArrowDown: () => this.scroller.scrollBy(0, 60),
			Enter: () => this.sayMiddle(),
		};

		if (event.ctrlKey || event.metaKey || !actions[event.key])
			return;
		event.preventDefault();
		actions[event.key]();
	}

	// Names what is in the middle of the topmost row in sight.
	sayMiddle() {
		const middle = (this.from + this.to) / 2;
		const place = this.places.find(one => one.row &&
			one.y >= this.scroller.scrollTop);
		const items = place ? place.row.strips.map(strip =>
			this.itemOf(place.row, strip.lane, middle)).filter(one => one) : [];

		if (items.length)
			this.choose(items[0]);
		else
			say((place ? place.row.title : 'nothing') + ': nothing here');
	}

	onOverview(event) {
		const room = this.overview.width - GUTTER;
		const middle = (event.offsetX - GUTTER) / room * this.trace.span;
		const half = (this.to - this.from) / 2;

		this.show(middle - half, middle + half);
	}
}
