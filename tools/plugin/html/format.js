// SPDX-License-Identifier: GPL-2.0-or-later
// Numbers as people read them: the same forms as the reports in a terminal.
'use strict';

const NS_UNITS = [[1e9, 's'], [1e6, 'ms'], [1e3, 'us']];

function formatNs(ns) {
	if (ns === null || ns === undefined)
		return '';
	for (const [size, unit] of NS_UNITS)
		if (Math.abs(ns) >= size)
			return (ns / size).toFixed(3) + ' ' + unit;
	return Math.round(ns) + ' ns';
}

// Without zeros that say nothing, for axes and histograms.
function formatNsShort(ns, digits = 6) {
	for (const [size, unit] of NS_UNITS)
		if (Math.abs(ns) >= size)
			return Number((ns / size).toPrecision(digits)) + ' ' + unit;
	return Number(ns.toPrecision(digits)) + ' ns';
}

function formatCount(number) {
	return String(Math.round(number)).replace(/\B(?=(\d{3})+$)/g, ',');
}

function formatBytes(bytes) {
	const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
	let unit = 0;

	while (Math.abs(bytes) >= 1024 && unit < units.length - 1) {
		bytes /= 1024;
		unit++;
	}
	return (unit ? bytes.toFixed(1) : bytes) + ' ' + units[unit];
}

// ns since the epoch, more than a double holds: a BigInt, or what becomes one.
function formatTime(ns) {
	const exact = BigInt(ns);
	const second = exact / 1000000000n;
	const date = new Date(Number(second) * 1000);
	const two = number => String(number).padStart(2, '0');

	return two(date.getHours()) + ':' + two(date.getMinutes()) + ':' +
		two(date.getSeconds()) + '.' +
		String(exact - second * 1000000000n).padStart(9, '0');
}

// Text to a number that is the same each time, for colours.
function hashText(text) {
	let hash = 2166136261;

	for (let i = 0; i < text.length; i++)
		hash = Math.imul(hash ^ text.charCodeAt(i), 16777619) >>> 0;
	return hash;
}
