#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# libc.sh: memory and mutex calls of programs that know nothing of tracectl:
# what the trace says is what the program did, and programs of the
# distribution print under the wrappers what they print without.
. "$top_srcdir/tests/lib/tap.sh"

case $SANITIZERS in
*address*|*thread*)
	skip "memory calls" "the sanitizer brings its own malloc"
	done_testing ;;
esac

rounds=100

# events DIR: one line per event: vpid, name, then its fields as KEY=VALUE.
events() {
	babeltrace2 "$1" 2>/dev/null | sed -E \
		's/^.* (lttng_ust_[a-z_]+:[a-z_]+): .*vpid = ([0-9]+).*\}, \{ (.*) \}$/\2 \1 \3/
		t found
		d
		:found
		s/ = /=/g; s/,//g'
}

# balance PID: of the calls with the program's own sizes: how many of each, and
# how many blocks were never given back.
balance() {
	awk -v pid="$1" '
	function field(name,   i) {
		for (i = 3; i <= NF; i++)
			if (index($i, name "=") == 1)
				return substr($i, length(name) + 2)
		return ""
	}
	function born(what, ptr) { calls[what]++; live[ptr] = 1 }
	BEGIN {
		own["malloc 12345"]; own["calloc 777"]; own["realloc 23456"]
		own["memalign 3457"]; own["posix_memalign 4567"]
		own["memalign 5120"]; own["memalign 6789"]
	}
	$1 != pid { next }
	{
		name = substr($2, index($2, ":") + 1)
		ptr = field("ptr")
	}
	name == "free" && (ptr in live) { calls["free"]++; delete live[ptr]; next }
	name == "posix_memalign" { ptr = field("out_ptr") }
	name == "realloc" { delete live[field("in_ptr")] }
	((name " " field("size")) in own) { born(name, ptr) }
	END {
		left = 0
		for (ptr in live)
			left++
		printf "malloc %d calloc %d realloc %d memalign %d ",
			calls["malloc"], calls["calloc"], calls["realloc"],
			calls["memalign"]
		printf "posix_memalign %d free %d left %d\n",
			calls["posix_memalign"], calls["free"], left
	}' "$work/events"
}

expected() {
	echo "malloc $((2 * $1)) calloc $1 realloc $1 memalign $((3 * $1))" \
		"posix_memalign $1 free $((7 * $1)) left 0"
}

mutex_calls() {
	grep -c "^$pid lttng_ust_pthread:$1 mutex=$mutex" "$work/events"
}

ok "a program is recorded with --libc" \
	timeout 60 tracectl record --libc --output "$work/calls" -- \
	sh -c "exec '$top_builddir/tests/regress/libc_calls' $rounds \
		>'$work/said'"
read -r pid child mutex <"$work/said"
mutex=$(printf '0x%X' "$mutex")
events "$work/calls" | sed -E 's/=(0x[0-9A-Fa-f]+)/=\U\1/g; s/=0X/=0x/g' \
	>"$work/events"

is "$(balance "$pid")" "$(expected $((4 * rounds)))" \
	"calls of four threads balance"
is "$(balance "$child")" "$(expected "$rounds")" \
	"calls of a forked child carry its own pid and balance"
is "$(mutex_calls pthread_mutex_lock_req)" "$((4 * rounds))" \
	"mutex lock requests"
is "$(mutex_calls 'pthread_mutex_lock_acq')" "$((4 * rounds))" \
	"mutex acquisitions"
is "$(($(mutex_calls pthread_mutex_unlock) - \
	$(grep -c "^$pid lttng_ust_pthread:pthread_mutex_trylock mutex=$mutex status=0" \
	"$work/events")))" "$((4 * rounds))" \
	"mutex unlocks are those of lock and of successful trylock"

# sh forks here; what the library does for that in both is not the program's.
for buffers in whole counted; do
	ok "a program without locks is recorded, buffers $buffers" \
		timeout 60 tracectl record --libc --buffers=$buffers \
		--output "$work/unlocked-$buffers" -- \
		sh -c '(:); (:); echo "$(echo)"'
	is "$(events "$work/unlocked-$buffers" | grep -c lttng_ust_pthread:)" \
		0 "it has no mutex calls"
done

if ${CC:-gcc} -fsanitize=address $IMMEDIATE_CPPFLAGS -I"$top_srcdir/include" \
	"$top_srcdir/tests/regress/hammer.c" -o "$work/sanitized" -lpthread \
	2>/dev/null && "$work/sanitized" -n 1 >/dev/null 2>&1; then
	ok "a program with an address sanitizer runs and is recorded" \
		timeout 60 tracectl record --libc --output "$work/asan" -- \
		"$work/sanitized" -n 10
	is "$("$BABELTRACE2" "$work/asan" 2>/dev/null | grep -c hammer:hit)" \
		10 "with each hit"
else
	skip "an address sanitizer" "not installed"
fi

# same NAME COMMAND...: the same output and status under the wrappers.
same() {
	same_name=$1
	shift
	"$@" >"$work/without" 2>&1 </dev/null
	same_status=$?
	timeout 60 tracectl record --libc --output "$work/trace-$same_name" \
		-- sh -c 'out=$1; shift; exec "$@" >"$out" 2>&1 </dev/null' \
		sh "$work/with" "$@" >"$work/record" 2>&1
	is "$?" "$same_status" "$same_name: exit status as without the wrappers"
	ok "$same_name: output as without the wrappers" \
		cmp "$work/without" "$work/with"
	ok "$same_name: its memory calls are in the trace" \
		test "$(events "$work/trace-$same_name" |
			grep -c 'lttng_ust_libc:malloc')" -gt 10
}

if command -v git >/dev/null; then
	git init -q "$work/repository"
	for n in 1 2 3 4 5; do
		git -C "$work/repository" -c user.name=a -c user.email=a@b \
			commit -q --allow-empty -m "change $n"
	done
	same git git -C "$work/repository" log
else
	skip "git log" "git is not installed"
fi
cut -c1-60 "$top_srcdir"/include/tracectl/abi/*.h >"$work/lines"
same sort sort -k 2 "$work/lines"
same ls ls -lR "$top_srcdir/tests"
done_testing
