/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/report_graph.c: src.ctf.fs for each trace -> flt.utils.muxer ->
 * the report.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "tools/plugin/sink.h"
#include "tools/tracectl/command.h"
#include "tools/tracectl/message.h"
#include "tools/tracectl/report_graph.h"
#include "tools/tracectl/trace_paths.h"

#define LOG_LEVEL	BT_LOGGING_LEVEL_NONE

struct graph {
	bt_graph *graph;
	const bt_plugin *ctf, *utils;
	const bt_component_filter *muxer;
};

bool tctl_report_known(const char *name)
{
	return tctl_sink_report(name);
}

/* Prints babeltrace2's own words: the first cause is the nearest. */
static void graph_error(const char *what, const char *advice)
{
	const bt_error *error = bt_current_thread_take_error();
	const char *cause = "no reason given";

	if (error && bt_error_get_cause_count(error))
		cause = bt_error_cause_get_message(
			bt_error_borrow_cause_by_index(error, 0));
	tctl_error("cannot %s: %s (%s)", what, cause, advice);
	if (error)
		bt_error_release(error);
}

static int plugin_find(const char *name, const bt_plugin **ret_plugin)
{
	bt_plugin_find_status status = bt_plugin_find(name, BT_TRUE, BT_TRUE,
			BT_TRUE, BT_TRUE, BT_FALSE, ret_plugin);

	if (status == BT_PLUGIN_FIND_STATUS_OK)
		return 0;
	if (status < 0)
		bt_current_thread_clear_error();
	tctl_error("cannot report: babeltrace2's plugin %s is not installed "
		   "(install the package libbabeltrace2-0 whole, or set "
		   "BABELTRACE_PLUGIN_PATH)", name);
	return -ENOENT;
}

static bt_value *source_params(const char *path)
{
	bt_value *map = bt_value_map_create(), *inputs = NULL;

	if (map && !bt_value_map_insert_empty_array_entry(map, "inputs",
							  &inputs) &&
	    !bt_value_array_append_string_element(inputs, path))
		return map;
	bt_value_put_ref(map);
	return tctl_memory(NULL);
}

/* The muxer always has one input port more than are connected. */
static int source_connect(struct graph *graph,
			  const bt_component_source *source)
{
	uint64_t i, nr = bt_component_source_get_output_port_count(source);
	const bt_port_input *input;

	for (i = 0; i < nr; i++) {
		input = bt_component_filter_borrow_input_port_by_index_const(
			graph->muxer,
			bt_component_filter_get_input_port_count(graph->muxer) -
			1);
		if (bt_graph_connect_ports(graph->graph,
			bt_component_source_borrow_output_port_by_index_const(
				source, i), input, NULL))
			return -EIO;
	}
	return 0;
}

static int source_add(struct graph *graph, const char *path, size_t number)
{
	bt_value *params = source_params(path);
	const bt_component_source *source;
	char name[32];
	int error;

	snprintf(name, sizeof(name), "trace-%zu", number);
	error = bt_graph_add_source_component(graph->graph,
		bt_plugin_borrow_source_component_class_by_name_const(
			graph->ctf, "fs"), name, params, LOG_LEVEL, &source);
	if (!error)
		error = source_connect(graph, source);
	bt_value_put_ref(params);
	if (error) {
		char *what = tctl_text("read the trace %s", path);

		graph_error(what, "tracectl check says what is wrong with it");
		free(what);
	}
	return error;
}

static bt_value *sink_params(const struct tctl_report_param *params, size_t nr)
{
	bt_value *map = tctl_memory(bt_value_map_create());
	size_t i;

	for (i = 0; i < nr; i++)
		if (bt_value_map_insert_string_entry(map, params[i].name,
						     params[i].value))
			return tctl_memory(NULL);
	return map;
}

/* Wrong options are found here. */
static int sink_add(struct graph *graph, const char *report,
		    const struct tctl_report_param *params, size_t nr)
{
	const bt_component_class_sink *class = tctl_sink_class();
	bt_value *map = sink_params(params, nr);
	const bt_component_sink *sink;
	int error;

	error = !class ? -ENOMEM :
		bt_graph_add_sink_component_with_initialize_method_data(
			graph->graph, class, "report", map,
			(void *)tctl_sink_report(report), LOG_LEVEL, &sink);
	if (!error)
		error = bt_graph_connect_ports(graph->graph,
			bt_component_filter_borrow_output_port_by_index_const(
				graph->muxer, 0),
			bt_component_sink_borrow_input_port_by_index_const(
				sink, 0), NULL);
	bt_value_put_ref(map);
	bt_component_class_sink_put_ref(class);
	if (error)
		graph_error("report", "--help tells the options");
	return error;
}

static int graph_init(struct graph *graph)
{
	memset(graph, 0, sizeof(*graph));
	if (plugin_find("ctf", &graph->ctf) ||
	    plugin_find("utils", &graph->utils))
		return -ENOENT;
	graph->graph = tctl_memory(bt_graph_create(0));
	if (bt_graph_add_filter_component(graph->graph,
		bt_plugin_borrow_filter_component_class_by_name_const(
			graph->utils, "muxer"), "muxer", NULL, LOG_LEVEL,
			&graph->muxer)) {
		graph_error("report", "reinstall babeltrace2");
		return -EIO;
	}
	return 0;
}

static void graph_release(struct graph *graph)
{
	bt_graph_put_ref(graph->graph);
	bt_plugin_put_ref(graph->ctf);
	bt_plugin_put_ref(graph->utils);
}

static int graph_run(struct graph *graph, const struct tctl_trace_paths *traces)
{
	bt_graph_run_status status;
	size_t i;

	for (i = 0; i < traces->nr; i++)
		if (source_add(graph, traces->paths[i], i))
			return TCTL_EXIT_FAILED;
	do {
		status = bt_graph_run(graph->graph);
	} while (status == BT_GRAPH_RUN_STATUS_AGAIN);
	if (!status)
		return TCTL_EXIT_OK;
	graph_error("report on all of the trace",
		    "tracectl check says where it is damaged");
	return TCTL_EXIT_FAILED;
}

static int traces_find(struct tctl_trace_paths *traces,
		       const char *const *paths)
{
	int error;

	for (; *paths; paths++) {
		error = tctl_trace_paths_add(traces, *paths);
		if (error) {
			tctl_error("cannot report on %s: %s (name a report or "
				   "a trace directory: tracectl report "
				   "--help)", *paths, error == -ENOENT ?
				   "there is no trace there" :
				   strerror(-error));
			return error;
		}
	}
	return 0;
}

static int graph_report(const char *report,
			const struct tctl_trace_paths *traces,
			const struct tctl_report_param *params, size_t nr)
{
	int status = TCTL_EXIT_FAILED;
	struct graph graph;

	if (!graph_init(&graph)) {
		if (sink_add(&graph, report, params, nr))
			status = TCTL_EXIT_USAGE;
		else
			status = graph_run(&graph, traces);
	}
	graph_release(&graph);
	return status;
}

static int child_status(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return TCTL_EXIT_FAILED;
	if (WIFEXITED(status))
		return WEXITSTATUS(status);
	tctl_error("cannot report: babeltrace2 was ended by signal %d (%s): "
		   "the trace is likely damaged (tracectl check says where)",
		   WTERMSIG(status), strsignal(WTERMSIG(status)));
	return TCTL_EXIT_FAILED;
}

/* A damaged trace may name lists of billions of fields, and babeltrace2 makes
   room for them: half of the machine's memory is enough for any report. The
   address sanitizer reserves more than there is, and is not for such traces. */
static void memory_bound(void)
{
#ifndef __SANITIZE_ADDRESS__
	long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
	struct rlimit limit;

	if (pages <= 0 || getrlimit(RLIMIT_DATA, &limit))
		return;
	if (limit.rlim_cur > (rlim_t)pages / 2 * size) {
		limit.rlim_cur = (rlim_t)pages / 2 * size;
		setrlimit(RLIMIT_DATA, &limit);
	}
#endif
}

/* In a process of its own: babeltrace2's library aborts on some damage. */
int tctl_report_traces(const char *report, const char *const *paths,
		       const struct tctl_report_param *params, size_t nr_params)
{
	struct tctl_trace_paths traces = { 0 };
	int status = TCTL_EXIT_FAILED;
	pid_t pid = -1;

	if (traces_find(&traces, paths))
		goto out;
	fflush(stdout);
	pid = fork();
	if (!pid) {
		memory_bound();
		status = graph_report(report, &traces, params, nr_params);
		fflush(stdout);
		_exit(status);
	}
	if (pid > 0)
		status = child_status(pid);
	else
		tctl_error("cannot report: %s (end some processes)",
			   strerror(errno));
out:
	tctl_trace_paths_release(&traces);
	return status;
}
