// SPDX-License-Identifier: GPL-2.0-or-later
// Flame graphs: a row for each depth, as wide as what was spent there; a click
// makes a part the whole.
'use strict';

const FLAME_ROW = 19;

class FlameNode {
	constructor(name, parent) {
		this.name = name;
		this.parent = parent;
		this.depth = parent ? parent.depth + 1 : 0;
		this.self = 0;
		this.total = 0;
		this.children = [];
		if (parent)
			parent.children.push(this);
	}
}

// nodes: names, parents (index + 1, 0: the root), what each spent itself.
function flameTree(flame) {
	const root = new FlameNode('all', null);
	const parents = unpackAll(flame.parents, flame.nodes);
	const names = unpackAll(flame.names, flame.nodes);
	const selves = unpackAll(flame.selves, flame.nodes);
	const nodes = [root];

	for (let i = 0; i < flame.nodes; i++) {
		const node = new FlameNode(flame.texts[names[i]], nodes[parents[i]]);

		node.self = node.total = selves[i];
		nodes.push(node);
	}
	for (let i = nodes.length - 1; i > 0; i--)
		nodes[i].parent.total += nodes[i].total;
	for (const node of nodes)
		node.children.sort((a, b) => b.total - a.total);
	root.deepest = nodes.reduce((most, node) => Math.max(most, node.depth), 0);
	return root;
}

class FlameGraph {
	constructor(flame, view) {
		this.flame = flame;
		this.root = flameTree(flame);
		this.top = this.root;
		this.wanted = '';
		this.build(view);
		watchSize(view, () => this.resize());
	}

	build(view) {
		this.path = element('span', {class: 'dim'});
		this.matched = element('span', {class: 'dim'});
		view.append(
			element('h2', {}, this.flame.title),
			element('div', {class: 'bar', style: 'padding-left: 0'},
				element('button', {type: 'button',
					onclick: () => this.zoom(this.root)}, 'All'),
				element('input', {type: 'search', placeholder: 'Find\u2026',
					'aria-label': 'Find functions', oninput: event => {
						this.wanted = event.target.value.toLowerCase();
						this.stage.draw();
					}}), this.matched, this.path));
		this.canvas = element('canvas', {tabindex: 0, role: 'img',
			'aria-label': this.flame.title + ', widest first: ' +
			this.root.children.slice(0, 5).map(node => node.name + ' ' +
				this.share(node)).join(', ')});
		this.box = element('div', {id: 'flame'}, this.canvas);
		view.append(this.box);
		this.stage = new Stage(this.canvas, () => this.draw());
		this.canvas.addEventListener('mousemove', event => this.hover(event));
		this.canvas.addEventListener('mouseleave', () => tip.hide());
		this.canvas.addEventListener('click', event => {
			const node = this.nodeAt(event.offsetX, event.offsetY);

			if (node)
				this.zoom(node);
		});
		this.canvas.addEventListener('keydown', event => {
			if (event.key === 'Escape')
				this.zoom(this.root);
		});
	}

	share(node) {
		return (100 * node.total / (this.root.total || 1)).toFixed(2) + ' %';
	}

	value(value) {
		return this.flame.unit === 'ns' ? formatNs(value) :
			formatCount(value) + ' ' + this.flame.unit;
	}

	resize() {
		if (!this.box.clientWidth)
			return;
		this.stage.resize(this.box.clientWidth,
			(this.root.deepest + 1) * FLAME_ROW + 4);
	}

	zoom(node) {
		this.top = node;
		this.stage.draw();
	}

	draw() {
		const {context, width, height} = this.stage;

		context.fillStyle = theme.values.ground;
		context.fillRect(0, 0, width, height);
		context.font = '11.5px system-ui, "DejaVu Sans", sans-serif';
		context.textBaseline = 'middle';
		this.boxes = [];
		this.found = 0;
		for (let node = this.top.parent; node; node = node.parent)
			this.drawNode(node, 0, width, false);
		this.drawTree(this.top, 0, width, false);
		this.matched.textContent = this.wanted ? (100 * this.found /
			(this.top.total || 1)).toFixed(1) + ' % found' : '';
		this.path.textContent = this.top === this.root ? '' : this.top.name +
			': ' + this.value(this.top.total) + ', ' + this.share(this.top);
	}

	drawTree(node, x, width, counted) {
		const hit = this.isFound(node);

		if (hit && !counted)
			this.found += node.total;
		if (width < 0.4)
			return;
		this.drawNode(node, x, width, hit);
		for (const child of node.children) {
			const part = width * child.total / (node.total || 1);

			this.drawTree(child, x, part, counted || hit);
			x += part;
		}
	}

	isFound(node) {
		return this.wanted !== '' &&
			node.name.toLowerCase().includes(this.wanted);
	}

	drawNode(node, x, width, hit) {
		const {context} = this.stage;
		const y = node.depth * FLAME_ROW;
		const warm = hashText(node.name) % 45 + 10;

		context.fillStyle = hit ? theme.values.accent : 'hsl(' + warm +
			' 75% ' + theme.values.light + ')';
		context.globalAlpha = this.wanted && !hit ? 0.4 : 1;
		context.fillRect(x, y, Math.max(width - 0.6, 0.4), FLAME_ROW - 1);
		context.globalAlpha = 1;
		this.boxes.push({node, x, y, width});
		if (width < 30)
			return;
		context.fillStyle = theme.values['on-item'];
		const room = Math.floor((width - 8) / 6.6);

		context.fillText(node.name.length > room ?
			node.name.slice(0, room - 1) + '\u2026' : node.name, x + 4,
			y + FLAME_ROW / 2);
	}

	nodeAt(x, y) {
		const box = (this.boxes || []).find(one => x >= one.x &&
			x < one.x + one.width && y >= one.y && y < one.y + FLAME_ROW);

		return box && box.node;
	}

	hover(event) {
		const node = this.nodeAt(event.offsetX, event.offsetY);

		if (node)
			tip.show(event, [node.name, this.value(node.total) + ', ' +
				this.share(node), 'itself ' + this.value(node.self)]);
		else
			tip.hide();
	}
}
