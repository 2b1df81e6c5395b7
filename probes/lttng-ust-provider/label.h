/* SPDX-License-Identifier: MIT */
/* probes/lttng-ust-provider/label.h: the labels of an event text as LTTng's
   enumeration. */
#ifndef PROBES_LTTNG_UST_PROVIDER_LABEL_H
#define PROBES_LTTNG_UST_PROVIDER_LABEL_H

#include <lttng/ust-events.h>

/* text is cut to pieces, which the entries point to. Returns 0, or -1: out of
   memory, or no labels. */
int tctl_label_parse(char *text, int is_signed, struct lttng_ust_enum_desc *ret);
/* Of what was parsed, or of zeros. */
void tctl_label_release(struct lttng_ust_enum_desc *labels);

#endif
