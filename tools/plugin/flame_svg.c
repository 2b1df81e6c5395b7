/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/flame_svg.c: a flame graph as one SVG image that needs nothing
 * else: a click zooms, a search marks. Frames too narrow to be seen are left
 * out, so that its size depends on the picture and not on the trace.
 */
#include <inttypes.h>
#include <stdlib.h>
#include "tools/plugin/cell.h"
#include "tools/plugin/flame.h"

#define WIDTH		1200.0
#define MARGIN		10.0
#define ROW		16.0
#define HEAD		60.0
#define CHARACTER	6.7	/* of the font */
#define NARROWEST	0.1

static const char style[] =
	"text{font:11px monospace;pointer-events:none}"
	".f{cursor:pointer}.f rect{stroke:#fff;stroke-width:.5}"
	".f:hover rect{stroke:#000}.above rect{opacity:.5}"
	".hidden{display:none}.found rect{fill:#d0f}"
	".button{cursor:pointer;pointer-events:auto;fill:#00c}"
	"#title{font-size:16px}";

static const char script[] =
"var frames,whole,chars=6.7;\n"
"function attr(g,x,w){\n"
" var r=g.querySelector('rect'),t=g.querySelector('text'),\n"
"  n=Math.floor((w-4)/chars),name=g.getAttribute('data-name');\n"
" r.setAttribute('x',x);r.setAttribute('width',w);t.setAttribute('x',x+3);\n"
" t.textContent=n<3?'':name.length<=n?name:name.slice(0,n-2)+'..';\n"
"}\n"
"function zoom(g){\n"
" var scale=whole.w/g.w;\n"
" frames.forEach(function(f){\n"
"  var over=f.x<=g.x+1e-6&&f.x+f.w>=g.x+g.w-1e-6&&f.y>g.y,\n"
"   inside=f.y<=g.y&&f.x>=g.x-1e-6&&f.x+f.w<=g.x+g.w+1e-6;\n"
"  f.classList.toggle('above',over);\n"
"  f.classList.toggle('hidden',!over&&!inside);\n"
"  if(over)attr(f,whole.x,whole.w);\n"
"  else if(inside)attr(f,whole.x+(f.x-g.x)*scale,f.w*scale);\n"
" });\n"
"}\n"
"function search(){\n"
" var what=prompt('Functions that match (regular expression):',''),re,sum=0,\n"
"  found=[];\n"
" if(what===null)return;\n"
" try{re=new RegExp(what||'^$')}catch(e){alert(e);return}\n"
" frames.forEach(function(f){\n"
"  var hit=re.test(f.getAttribute('data-name'));\n"
"  f.classList.toggle('found',hit);if(hit)found.push(f)});\n"
" found.sort(function(a,b){return b.y-a.y});\n"
" found.forEach(function(f,i){\n"
"  if(!found.slice(0,i).some(function(o){return o.y>f.y&&o.x<=f.x+1e-6&&\n"
"   o.x+o.w>=f.x+f.w-1e-6}))sum+=f.w});\n"
" document.getElementById('details').textContent=what?\n"
"  'matched: '+(100*sum/whole.w).toFixed(2)+' %':'';\n"
"}\n"
"function start(){\n"
" frames=Array.from(document.querySelectorAll('.f'));\n"
" frames.forEach(function(f){\n"
"  var r=f.querySelector('rect');\n"
"  f.x=+r.getAttribute('x');f.y=+r.getAttribute('y');\n"
"  f.w=+r.getAttribute('width');\n"
"  f.addEventListener('click',function(){zoom(f)});\n"
"  f.addEventListener('mouseover',function(){\n"
"   document.getElementById('details').textContent=\n"
"    f.querySelector('title').textContent});\n"
" });\n"
" whole=frames[0];\n"
" document.getElementById('reset').onclick=function(){if(whole)zoom(whole)};\n"
" document.getElementById('search').onclick=search;\n"
"}\n"
"addEventListener('load',start);\n";

static void svg_text(FILE *stream, const char *text, size_t max)
{
	char *safe = tctl_text_escape(text);
	const char *at;

	for (at = safe; *at && max; at++, max--) {
		/* max may not cut within a character */
		while (max == 1 && (*at & 0xc0) == 0x80)
			at++;
		if (*at == '&')
			fputs("&amp;", stream);
		else if (*at == '<')
			fputs("&lt;", stream);
		else if (*at == '>')
			fputs("&gt;", stream);
		else if (*at == '"')
			fputs("&quot;", stream);
		else
			fputc(*at, stream);
	}
	free(safe);
}

/* Colours say what a frame is, shades tell neighbours apart. */
static void svg_colour(const struct tctl_flame_node *node, FILE *stream)
{
	static const unsigned int hues[] = {
		[TCTL_FRAME_TASK] = 220, [TCTL_FRAME_USER] = 25,
		[TCTL_FRAME_KERNEL] = 200, [TCTL_FRAME_NOTE] = 120,
	};
	unsigned int hash = 5381;
	const char *text;

	for (text = node->key.text; *text; text++)
		hash = hash * 33 + (unsigned char)*text;
	fprintf(stream, "hsl(%u,%u%%,%u%%)",
		hues[node->kind] + hash % 30,
		node->kind == TCTL_FRAME_TASK ? 10 : 75, 62 + hash / 30 % 14);
}

static void svg_frame(const struct tctl_flame *flame,
		      const struct tctl_flame_node *node, double x,
		      double width, FILE *stream, const char *unit)
{
	double y = HEAD + (flame->max_depth - node->depth) * ROW;
	size_t fits = width > 4 ? (width - 4) / CHARACTER : 0;
	char number[TCTL_FORMAT_SIZE];

	fputs("<g class=\"f\" data-name=\"", stream);
	svg_text(stream, node->key.text, SIZE_MAX);
	fputs("\"><title>", stream);
	svg_text(stream, node->key.text, SIZE_MAX);
	fprintf(stream, "%s (%s %s, %.2f %%)</title>",
		node->kind == TCTL_FRAME_KERNEL ? " [kernel]" : "",
		tctl_format_count(node->total, number), unit,
		100.0 * node->total / flame->root->total);
	fprintf(stream, "<rect x=\"%.2f\" y=\"%.0f\" width=\"%.2f\" "
		"height=\"%.0f\" fill=\"", x, y, width, ROW - 1);
	svg_colour(node, stream);
	fprintf(stream, "\"/><text x=\"%.2f\" y=\"%.0f\">", x + 3,
		y + ROW - 5);
	if (fits >= 3)
		svg_text(stream, node->key.text, fits);
	fputs("</text></g>\n", stream);
}

/* Depth first; the x of a node's next child is kept for each depth. */
static void svg_frames(const struct tctl_flame *flame, FILE *stream,
		       const char *unit)
{
	double *next = tctl_plugin_memory(calloc(flame->max_depth + 2,
						 sizeof(*next)));
	const struct tctl_flame_node *node = flame->root;
	double scale = flame->root->total > 0 ?
		(WIDTH - 2 * MARGIN) / flame->root->total : 0, width, x;

	next[0] = MARGIN;
	while (node) {
		width = node->total * scale;
		x = next[node->depth];
		next[node->depth] += width;
		next[node->depth + 1] = x;
		if (width >= NARROWEST)
			svg_frame(flame, node, x, width, stream, unit);
		if (node->child && width >= NARROWEST) {
			node = node->child;
			continue;
		}
		while (node && !node->sibling)
			node = node->parent;
		node = node ? node->sibling : NULL;
	}
	free(next);
}

void tctl_flame_svg(const struct tctl_flame *flame, FILE *stream,
		    const char *title, const char *unit)
{
	double height = HEAD + (flame->max_depth + 1) * ROW + MARGIN;

	fprintf(stream, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		"<svg xmlns=\"http://www.w3.org/2000/svg\" "
		"viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\">\n"
		"<style>%s</style>\n<script><![CDATA[\n%s]]></script>\n"
		"<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n"
		"<text id=\"title\" x=\"10\" y=\"24\">", WIDTH, height, WIDTH,
		height, style, script);
	svg_text(stream, title, SIZE_MAX);
	fputs("</text>\n<text id=\"details\" x=\"10\" y=\"46\"></text>\n"
	      "<text id=\"search\" class=\"button\" x=\"1080\" y=\"24\">"
	      "search</text>\n<text id=\"reset\" class=\"button\" x=\"1140\" "
	      "y=\"24\">zoom out</text>\n", stream);
	svg_frames(flame, stream, unit);
	fputs("</svg>\n", stream);
}
