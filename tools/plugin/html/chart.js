// SPDX-License-Identifier: GPL-2.0-or-later
// Distributions: bars of powers of two, small ones within tables and a large
// one with axes.
'use strict';

// [{from, to, count}] of counts by the highest bit; the first is 0 and 1.
function barsOf(powers) {
	const bars = powers.map((count, power) => ({from: power ? 2 ** power : 0,
		to: 2 ** (power + 1), count}));
	const used = bars.filter(bar => bar.count);

	return used.length ? bars.slice(bars.indexOf(used[0]),
		bars.indexOf(used[used.length - 1]) + 1) : [];
}

// The reports' rows {from, count} as an array by power.
function powersOfRows(rows) {
	const powers = new Array(64).fill(0);

	for (const {from, count} of rows)
		powers[from ? Math.round(Math.log2(from)) : 0] = count;
	return powers;
}

function tinyChart(powers) {
	const bars = barsOf(powers);
	const most = Math.max(...bars.map(bar => bar.count));
	const svg = svgElement('svg', {class: 'tiny', width: bars.length * 5,
		height: 16, 'aria-hidden': 'true'});

	bars.forEach((bar, i) => {
		const height = bar.count ? Math.max(1, bar.count / most * 16) : 0;

		svg.append(svgElement('rect', {x: i * 5, y: 16 - height, width: 4,
			height}));
	});
	return svg;
}

// A column for each bucket, its count above it, its lower end below.
function largeChart(powers, unit) {
	const bars = barsOf(powers);
	const most = Math.max(...bars.map(bar => bar.count));
	const label = unit === 'ns' ? value => formatNsShort(value, 3) :
		formatCount;
	const column = 54, high = 150;
	const svg = svgElement('svg', {width: bars.length * column + 10,
		height: high + 40, role: 'img', 'aria-label': 'How often how long: ' +
			bars.filter(bar => bar.count).map(bar => 'from ' +
				label(bar.from) + ': ' + bar.count).join(', ')});

	bars.forEach((bar, i) => {
		const height = bar.count ? Math.max(1, bar.count / most * high) : 0;
		const text = (y, content) => svgElement('text', {y,
			x: i * column + column / 2, 'text-anchor': 'middle'}, content);

		svg.append(svgElement('rect', {class: 'value', x: i * column + 3,
			y: 16 + high - height, width: column - 6, height, rx: 2}),
		text(12 + high - height, bar.count ? formatCount(bar.count) : ''),
		text(high + 32, label(bar.from)));
	});
	svg.append(svgElement('line', {class: 'axis', x1: 0,
		x2: bars.length * column, y1: high + 16.5, y2: high + 16.5}));
	return svg;
}
