// SPDX-License-Identifier: GPL-2.0-or-later
// Making elements: texts are always texts, never HTML.
'use strict';

function element(name, attributes, ...children) {
	const made = document.createElement(name);

	for (const [key, value] of Object.entries(attributes || {})) {
		if (key.startsWith('on'))
			made.addEventListener(key.slice(2), value);
		else if (value !== false && value !== null && value !== undefined)
			made.setAttribute(key, value === true ? '' : value);
	}
	made.append(...children);
	return made;
}

function svgElement(name, attributes, ...children) {
	const made = document.createElementNS('http://www.w3.org/2000/svg', name);

	for (const [key, value] of Object.entries(attributes || {}))
		made.setAttribute(key, value);
	made.append(...children);
	return made;
}

// A canvas that is sharp on each screen; resized when its place is.
class Stage {
	constructor(canvas, draw) {
		this.canvas = canvas;
		this.context = canvas.getContext('2d', {alpha: false});
		this.drawNow = draw;
		this.wanted = false;
		this.width = this.height = 0;
	}

	resize(width, height) {
		const scale = window.devicePixelRatio || 1;

		this.width = width;
		this.height = height;
		this.canvas.width = Math.round(width * scale);
		this.canvas.height = Math.round(height * scale);
		this.canvas.style.width = width + 'px';
		this.canvas.style.height = height + 'px';
		this.context.setTransform(scale, 0, 0, scale, 0, 0);
		this.drawNow();
	}

	// Once for each frame, however often it is asked for.
	draw() {
		if (this.wanted)
			return;
		this.wanted = true;
		requestAnimationFrame(() => {
			this.wanted = false;
			if (this.width)
				this.drawNow();
		});
	}
}

// What is watched must not change its own size by it.
function watchSize(watched, changed) {
	new ResizeObserver(changed).observe(watched);
}

// A row of pixels beside the screen; one for each width.
class PixelRow {
	constructor(width) {
		const canvas = document.createElement('canvas');

		canvas.width = this.width = width;
		canvas.height = 1;
		this.canvas = canvas;
		this.context = canvas.getContext('2d', {willReadFrequently: true});
		this.image = this.context.createImageData(width, 1);
	}

	fill(from, to, [red, green, blue], alpha) {
		const {data} = this.image;

		for (let x = Math.max(from, 0); x < Math.min(to, this.width); x++) {
			data[4 * x] = red;
			data[4 * x + 1] = green;
			data[4 * x + 2] = blue;
			data[4 * x + 3] = alpha * 255;
		}
	}

	// As high as asked for; the row is empty again afterwards.
	draw(context, x, y, height) {
		this.context.putImageData(this.image, 0, 0);
		context.imageSmoothingEnabled = false;
		context.drawImage(this.canvas, x, y, this.width, height);
		this.image.data.fill(0);
	}
}

const pixelRows = new Map();

function pixelRow(width) {
	if (!pixelRows.has(width))
		pixelRows.set(width, new PixelRow(width));
	return pixelRows.get(width);
}

// The style sheet's colours, read again when the theme changes.
const theme = {
	values: {},
	hues: new Map(),
	parts: new Map(),
	read() {
		const style = getComputedStyle(document.documentElement);

		for (const name of ['ground', 'panel', 'line', 'text', 'dim', 'accent',
			'loud', 'running', 'waiting', 'blocked', 'light', 'strong',
			'on-item'])
			this.values[name] = style.getPropertyValue('--' + name).trim();
		this.hues.clear();
	},
	// [red, green, blue] of a colour of the style sheet.
	rgb(colour) {
		let parts = this.parts.get(colour);

		if (!parts) {
			const {context} = pixelRow(1);

			context.fillStyle = colour;
			context.fillRect(0, 0, 1, 1);
			parts = context.getImageData(0, 0, 1, 1).data.slice(0, 3);
			this.parts.set(colour, parts);
		}
		return parts;
	},
	of(text) {
		let colour = this.hues.get(text);

		if (!colour) {
			const hash = hashText(text);

			colour = 'hsl(' + hash % 360 + ' ' + this.values.strong + ' ' +
				this.values.light + ')';
			this.hues.set(text, colour);
		}
		return colour;
	},
};

const tip = {
	show(event, lines) {
		const box = document.getElementById('tip');

		box.replaceChildren(...lines.map((line, i) =>
			element(i ? 'div' : 'b', {}, line)));
		box.hidden = false;
		const x = Math.min(event.clientX + 14,
			window.innerWidth - box.offsetWidth - 8);
		const below = event.clientY + 18;
		const y = below + box.offsetHeight > window.innerHeight ?
			event.clientY - box.offsetHeight - 10 : below;

		box.style.left = Math.max(4, x) + 'px';
		box.style.top = Math.max(4, y) + 'px';
	},
	hide() {
		document.getElementById('tip').hidden = true;
	},
};

// For those who don't see the canvas.
function say(text) {
	document.getElementById('said').textContent = text;
}
