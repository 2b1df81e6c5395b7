#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# embed.sh [NAME FILE...]...: C source that has the files' text as constants, on
# the standard output. A NAME is a word without a dot.
set -e
echo '/* SPDX-License-Identifier: GPL-2.0-or-later */'
echo '#include "tools/plugin/html_page.h"'
end=
for word; do
	case $word in
	*.*)
		sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/	/\\t/g' \
			-e 's/.*/"&\\n"/' "$word"
		;;
	*)
		printf '%s\nconst char %s[] =\n' "$end" "$word"
		end=';'
		;;
	esac
done
echo "$end"
