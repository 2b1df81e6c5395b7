// SPDX-License-Identifier: GPL-2.0-or-later
// The page: its views, made when they are first shown, and the theme.
'use strict';

const LATENCY_KINDS = {call: 'system call', span: 'begin to end',
	irq: 'interrupt', wait: 'wake-up to running'};

// What every table and chart of latencies shows, wake-ups with them.
function latencyRows(trace) {
	const rows = trace.latencies.map(latency => ({...latency}));
	const sched = trace.report('sched');
	const all = sched && sched.all && sched.all[0];

	if (all && all.latency_ns)
		rows.push({kind: 'wait', name: 'all tasks', ...all.latency_ns,
			total: all.latency_ns.mean * all.count, unfinished: 0,
			bars: powersOfRows(sched.histogram || [])});
	return rows.sort((a, b) => (b.total || 0) - (a.total || 0));
}

function latencyView(trace, view) {
	const rows = latencyRows(trace);
	const chart = element('div', {class: 'chart'});
	const number = (key, title) => ({key: key + '_ns', title, number: true,
		value: row => row[key]});
	const columns = [
		{key: 'kind', title: 'what', value: row => LATENCY_KINDS[row.kind]},
		{key: 'name', title: 'name', value: row => row.name},
		{key: 'count', title: 'count', number: true, value: row => row.count},
		{key: 'unfinished', title: 'unfinished', number: true,
			value: row => row.unfinished},
		number('total', 'total'), number('min', 'min'), number('mean', 'mean'),
		number('p50', 'p50'), number('p90', 'p90'), number('p99', 'p99'),
		number('p99_9', 'p99.9'), number('max', 'max'),
		{key: 'bars', title: '', value: row => row.count,
			draw: row => row.bars ? tinyChart(row.bars) : ''},
	];
	let marked = null;
	const show = (row, made) => {
		if (marked)
			marked.classList.remove('chosen');
		marked = made;
		if (marked)
			marked.classList.add('chosen');
		chart.replaceChildren(element('h3', {style: 'margin-top: 0'},
			LATENCY_KINDS[row.kind] + ' ' + row.name),
			row.bars ? largeChart(row.bars, 'ns') : 'none that ended');
	};

	view.append(element('h2', {}, 'How long things took'));
	if (!rows.length) {
		view.append(element('p', {class: 'dim'}, 'The trace has no system ' +
			'calls, interrupts, wake-ups or pairs of begin and end events.'));
		return;
	}
	const table = new SortedTable(rows, columns, show);

	table.element.id = 'latencies';
	table.most = Infinity;
	table.fill();
	view.append(chart, table.element);
	show(rows[0], table.body.firstChild);
}

function card(value, title, loud) {
	return element('div', {class: loud ? 'card loud' : 'card'},
		element('b', {}, value), element('span', {}, title));
}

function reportsView(trace, view) {
	const summary = trace.report('summary') || {};
	const cpu = trace.report('cpu');
	const domains = new Set((summary.event_counts || [])
		.map(row => row.domain));
	const cards = element('div', {class: 'cards'},
		card(formatNs(summary.span_ns || 0), 'from first to last event'),
		card(formatCount(summary.events || 0), 'events'),
		card(formatCount(summary.lost || 0), 'events lost', summary.lost > 0),
		card([...domains].map(name => ({kernel: 'kernel',
			ust: 'applications'})[name] || 'other').join(' + ') || '\u2013',
		'recorded'),
		card(formatCount(Object.keys(trace.threads).length),
			'threads with something to show'));

	if (cpu && cpu.total_percent !== null && cpu.total_percent !== undefined)
		cards.append(card(cpu.total_percent.toFixed(1) + ' %',
			'of the CPUs\u2019 time used'));
	view.append(cards);
	for (const report of trace.reports)
		view.append(reportElement(report));
}

function flameView(trace, view) {
	const graphs = trace.flames.filter(flame => flame.nodes)
		.map(flame => new FlameGraph(flame, view));

	if (!graphs.length)
		view.append(element('h2', {}, 'Flame graph'), element('p',
			{class: 'dim'}, 'The trace has no samples of call stacks and no ' +
			'pairs of begin and end events.'));
	return graphs;
}

class Page {
	constructor(trace) {
		this.trace = trace;
		this.views = [
			{id: 'timeline', title: 'Timeline', full: true, make: view => {
				this.timeline = new Timeline(trace, view, time => {
					this.open('events');
					this.events.scrollTo(time);
				});
				return [this.timeline];
			}},
			{id: 'summary', title: 'Reports', make: view =>
				reportsView(trace, view)},
			{id: 'latency', title: 'Latencies', make: view =>
				latencyView(trace, view)},
			{id: 'flames', title: 'Flame graph', make: view =>
				flameView(trace, view)},
			{id: 'events', title: 'Events', full: true, make: view => {
				this.events = new EventTable(trace, view, (time, tid) => {
					this.open('timeline');
					this.timeline.goTo(time, tid);
				});
			}},
		];
		this.build();
		this.warn();
		theme.read();
		document.getElementById('theme').addEventListener('click',
			() => this.switchTheme());
		this.open(location.hash.slice(1));
		window.addEventListener('hashchange',
			() => this.open(location.hash.slice(1)));
	}

	build() {
		const tabs = document.getElementById('tabs');

		for (const view of this.views) {
			view.tab = element('button', {type: 'button', role: 'tab',
				id: 'tab-' + view.id, 'aria-controls': 'view-' + view.id,
				onclick: () => this.open(view.id)}, view.title);
			view.box = element('section', {class: view.full ? 'view full' :
				'view', role: 'tabpanel', id: 'view-' + view.id,
				'aria-labelledby': 'tab-' + view.id, hidden: true});
			tabs.append(view.tab);
			document.getElementById('main').append(view.box);
		}
		tabs.addEventListener('keydown', event => this.onTabKey(event));
		document.getElementById('title').textContent =
			formatNsShort(this.trace.span) + ', ' + formatCount(
				(this.trace.report('summary') || {}).events || 0) + ' events';
	}

	onTabKey(event) {
		const by = {ArrowRight: 1, ArrowLeft: -1}[event.key];

		if (!by)
			return;
		const at = this.views.indexOf(this.current) + by;
		const next = this.views[(at + this.views.length) % this.views.length];

		this.open(next.id);
		next.tab.focus();
	}

	open(id) {
		const view = this.views.find(one => one.id === id) || this.views[0];

		for (const one of this.views) {
			one.box.hidden = one !== view;
			one.tab.setAttribute('aria-selected', one === view);
			one.tab.tabIndex = one === view ? 0 : -1;
		}
		this.current = view;
		if (!view.made) {
			view.made = true;
			view.drawn = view.make(view.box) || [];
		}
		document.documentElement.dataset.view = view.id;
	}

	// What is missing is above everything else.
	warn() {
		const box = document.getElementById('loud');
		const summary = this.trace.report('summary') || {};
		const texts = [...summary.warnings || []];

		if (this.trace.dropped)
			texts.push(formatCount(this.trace.dropped) + ' items of threads ' +
				'beyond the first are not in the timeline: export a part of ' +
				'the trace');
		for (const text of texts)
			box.append(element('p', {}, text));
	}

	switchTheme() {
		document.documentElement.classList.toggle('dark');
		theme.read();
		for (const view of this.views)
			for (const drawn of view.drawn || []) {
				drawn.stage.draw();
				if (drawn.overview)
					drawn.overview.draw();
			}
	}
}

(function start() {
	const source = document.getElementById('data');
	const trace = new Trace(JSON.parse(source.textContent));

	source.remove();
	if (window.matchMedia('(prefers-color-scheme: dark)').matches)
		document.documentElement.classList.add('dark');
	window.page = new Page(trace);
})();
