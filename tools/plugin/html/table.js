// SPDX-License-Identifier: GPL-2.0-or-later
// Tables: those of the reports, whose columns are known by their names, and the
// one of events, of which only the rows in sight are elements.
'use strict';

const SPREAD = ['min', 'mean', 'p50', 'p90', 'p99', 'p99_9', 'max'];
const POINTS_IN_TIME = ['begin_ns', 'end_ns', 'time_ns'];

function isSpread(value) {
	return value !== null && typeof value === 'object' && 'p50' in value;
}

// A cell's text by the name of its column, as the reports' JSON has it.
function formatCell(key, value) {
	if (value === null || value === undefined)
		return '';
	if (POINTS_IN_TIME.includes(key))
		return formatTime(value);
	if (typeof value !== 'number')
		return typeof value === 'object' ? JSON.stringify(value) :
			String(value);
	if (key.endsWith('_ns'))
		return formatNs(value);
	if (key.endsWith('percent'))
		return value.toFixed(2) + ' %';
	if (key.endsWith('bytes') || key.endsWith('_b'))
		return formatBytes(value);
	if (['pid', 'tid', 'cpu', 'prio', 'number', 'errno', 'ret'].includes(key))
		return String(value);
	return Number.isInteger(value) ? formatCount(value) :
		String(Number(value.toPrecision(6)));
}

// A spread becomes a column for each of its numbers.
function columnsOf(rows) {
	const columns = [];

	for (const key of Object.keys(rows[0])) {
		const sample = rows.map(row => row[key])
			.find(value => value !== null);

		if (isSpread(sample))
			for (const part of SPREAD)
				columns.push({key: key.endsWith('_ns') ? part + '_ns' : part,
					title: part.replace('_', '.'), number: true,
					value: row => row[key] && row[key][part]});
		else
			columns.push({key, number: typeof sample === 'number' ||
				POINTS_IN_TIME.includes(key),
				title: key.replace(/_(ns|percent|bytes)$/, '')
					.replaceAll('_', ' '),
				value: row => row[key]});
	}
	return columns;
}

const FEW_ROWS = 20;		// shown at first

class SortedTable {
	constructor(rows, columns, onrow) {
		this.rows = [...rows];
		this.columns = columns || columnsOf(rows);
		this.onrow = onrow;
		this.body = element('tbody');
		this.most = FEW_ROWS;
		this.all = element('button', {type: 'button', hidden: true,
			onclick: () => {
				this.most = Infinity;
				this.fill();
			}});
		const head = element('tr', {}, ...this.columns.map(column =>
			element('th', {class: column.number ? 'number' : false,
				scope: 'col'},
				column.title ? element('button', {type: 'button',
					onclick: () => this.sort(column)}, column.title) : '')));

		this.element = element('div', {class: 'scroll'},
			element('table', {}, element('thead', {}, head), this.body),
			this.all);
		this.fill();
	}

	fill() {
		this.all.hidden = this.rows.length <= this.most;
		this.all.textContent = 'All ' + formatCount(this.rows.length);
		this.body.replaceChildren(...this.rows.slice(0, this.most).map(row => {
			const made = element('tr', {}, ...this.columns.map(column =>
				this.cell(column, row)));

			if (this.onrow) {
				made.tabIndex = 0;
				made.style.cursor = 'pointer';
				made.addEventListener('click', () => this.onrow(row, made));
				made.addEventListener('keydown', event => {
					if (event.key === 'Enter')
						this.onrow(row, made);
				});
			}
			return made;
		}));
	}

	cell(column, row) {
		const value = column.value(row);
		const content = column.draw ? column.draw(row) :
			formatCell(column.key, value);

		return element('td', {class: column.number ? 'number' : 'text',
			title: typeof content === 'string' && content.length > 60 ?
				content : false}, content);
	}

	// Largest first; texts from a to z. Again: the other way round.
	sort(column) {
		const rank = row => column.value(row) ?? -Infinity;
		const order = (a, b) => typeof rank(a) === 'string' ||
			typeof rank(b) === 'string' ?
			String(rank(a)).localeCompare(String(rank(b))) :
			rank(b) - rank(a);

		this.way = this.sorted === column ? -this.way : 1;
		this.sorted = column;
		this.rows.sort((a, b) => this.way * order(a, b));
		this.fill();
	}
}

// --- a report as the command prints it

function reportElement(report) {
	const box = element('div');
	const pairs = element('p');

	for (const warning of report.warnings || [])
		box.append(element('p', {class: 'warning'}, warning));
	for (const [key, value] of Object.entries(report)) {
		if (['report', 'warnings', 'notes'].includes(key))
			continue;
		if (Array.isArray(value))
			box.append(...reportTable(key, value));
		else if (value !== null)
			pairs.append(element('span', {class: 'pair'},
				element('span', {class: 'dim'},
					key.replace(/_(ns|percent)$/, '').replaceAll('_', ' ') +
					' '), formatCell(key, value)));
	}
	for (const note of report.notes || [])
		box.append(element('p', {class: 'note'}, note));
	box.prepend(pairs);
	return element('details', {class: 'report', open: true,
		id: 'report-' + report.report},
		element('summary', {}, report.report), box);
}

function reportTable(key, rows) {
	const title = element('h3', {}, key.replaceAll('_', ' '));

	if (!rows.length)
		return [title, element('p', {class: 'dim'}, 'none')];
	if (key === 'histogram')
		return [title, largeChart(powersOfRows(rows), 'ns')];
	if (typeof rows[0] !== 'object')
		return [title, element('p', {}, rows.join(', '))];
	return [title, new SortedTable(rows).element];
}

// --- events

const ROW_HEIGHT = 24;
const ROWS_AROUND = 20;		// beyond those in sight
const TALLEST = 8e6;		// of an element, in browsers

class EventTable {
	constructor(trace, view, goTo) {
		this.trace = trace;
		this.goTo = goTo;
		this.unpack(trace.events);
		this.matches = null;
		this.build(view);
		this.search('');
	}

	unpack(events) {
		this.nr = events.rows;
		this.name = unpackAll(events.name, this.nr);
		this.cpu = unpackAll(events.cpu, this.nr);
		this.tid = unpackAll(events.tid, this.nr);
		this.time = unpackAll(events.time, this.nr);
		for (let i = 1; i < this.nr; i++)
			this.time[i] += this.time[i - 1];
		this.fields = events.fields;
	}

	build(view) {
		const {events} = this.trace;

		this.found = element('span', {class: 'dim', id: 'found'});
		this.input = element('input', {type: 'search', id: 'search',
			placeholder: 'Search events: words, or /expression/',
			'aria-label': 'Search events', style: 'width: 340px',
			oninput: event => this.search(event.target.value)});
		view.append(element('div', {class: 'bar'}, this.input, this.found));
		if (events.rows < events.of)
			view.append(element('div', {class: 'bar note'},
				this.thinnedNote(events)));
		this.body = element('tbody');
		this.above = element('div');
		this.below = element('div');
		const heads = ['time', 'CPU', 'thread', 'event', 'fields'];

		this.scroller = element('div', {class: 'rows', tabindex: 0,
			'aria-label': 'Events', onscroll: () => this.fill()},
			this.above, element('table', {}, element('thead', {},
				element('tr', {}, ...heads.map(head => element('th',
					{scope: 'col'}, head)))), this.body), this.below);
		view.append(this.scroller);
		// rows may bring a scroll bar, which changes the size: not at once
		watchSize(this.scroller, () =>
			requestAnimationFrame(() => this.fill()));
	}

	thinnedNote(events) {
		const list = events.thinned.map(({name, rows, of}) =>
			this.trace.labels[name] + ' ' + formatCount(rows) + ' of ' +
			formatCount(of));

		return element('details', {}, element('summary', {},
			formatCount(events.rows) + ' of ' + formatCount(events.of) +
			' events are in this table: of frequent ones every second, ' +
			'fourth, \u2026 All other views are of all events.'),
			list.join('; '));
	}

	textOf(i) {
		return this.trace.labels[this.name[i]] + ' ' +
			this.threadOf(i) + ' ' + this.fields[i];
	}

	threadOf(i) {
		return this.tid[i] > 0 ? this.trace.threadName(this.tid[i] - 1) : '';
	}

	// Each word has to be there; or one regular expression.
	matcher(text) {
		const expression = /^\/(.+)\/$/.exec(text);

		if (expression) {
			try {
				const regexp = new RegExp(expression[1], 'i');

				return line => regexp.test(line);
			} catch {
				return null;
			}
		}
		const words = text.toLowerCase().split(/\s+/).filter(word => word);

		return line => {
			const lower = line.toLowerCase();

			return words.every(word => lower.includes(word));
		};
	}

	search(text) {
		const matches = this.matcher(text);

		this.input.setAttribute('aria-invalid', !matches);
		if (!matches)
			return;
		this.rows = [];
		for (let i = 0; i < this.nr; i++)
			if (!text || matches(this.textOf(i)))
				this.rows.push(i);
		this.found.textContent = formatCount(this.rows.length) + ' events' +
			(text ? ' match' : '');
		this.scroller.scrollTop = 0;
		this.fill();
	}

	// Very many rows are scrolled faster than they are tall.
	fill() {
		const full = this.rows.length * ROW_HEIGHT;
		const shrink = Math.max(1, full / TALLEST);
		const sight = Math.ceil(this.scroller.clientHeight / ROW_HEIGHT);
		const first = Math.max(0, Math.min(this.rows.length - sight,
			Math.floor(this.scroller.scrollTop * shrink / ROW_HEIGHT)) -
			ROWS_AROUND);
		const last = Math.min(this.rows.length,
			first + sight + 2 * ROWS_AROUND);

		this.above.style.height = first * ROW_HEIGHT / shrink + 'px';
		this.below.style.height = (this.rows.length - last) * ROW_HEIGHT /
			shrink + 'px';
		this.body.replaceChildren(...this.rows.slice(first, last)
			.map(i => this.row(i)));
	}

	// The first row at or after a point in time; all rows are shown again.
	scrollTo(time) {
		this.input.value = '';
		this.search('');
		let at = this.rows.findIndex(i => this.time[i] >= time);

		if (at < 0)
			at = this.rows.length - 1;
		this.scroller.scrollTop = at * ROW_HEIGHT /
			Math.max(1, this.rows.length * ROW_HEIGHT / TALLEST);
		this.fill();
	}

	row(i) {
		const cells = [this.trace.clock(this.time[i]),
			this.cpu[i] > 0 ? String(this.cpu[i] - 1) : '',
			this.threadOf(i), this.trace.labels[this.name[i]]];
		const go = () => this.goTo(this.time[i], this.tid[i] - 1);
		const made = element('tr', {tabindex: 0, title: 'Show in the timeline',
			onclick: go, onkeydown: event => event.key === 'Enter' && go()},
			...cells.map(cell => element('td', {}, cell)),
			element('td', {class: 'text', title: this.fields[i]},
				this.fields[i]));

		return made;
	}
}
