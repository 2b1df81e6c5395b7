# SPDX-License-Identifier: GPL-2.0-or-later
# Completion of tracectl for bash. Commands and options are taken from --help,
# sessions from the daemon when one runs.

_tracectl_options() {
	tracectl $1 --help 2>/dev/null | sed -nE \
		's/^ *(-., *)?(--[a-z][a-z-]*)[ =]?.*/\2/p'
}

_tracectl_sessions() {
	tracectl list --json 2>/dev/null |
		sed -nE 's/^      "name": "([^"]*)",?$/\1/p'
}

# The names in "REPORT is A (as without it), B, C or D;"
_tracectl_reports() {
	tracectl report --help 2>/dev/null | tr '\n' ' ' |
		sed -nE 's/.*REPORT is ([^;]*);.*/\1/p' |
		sed -E 's/\([^)]*\)//g; s/ or / /g; s/,/ /g'
}

_tracectl() {
	local current=${COMP_WORDS[COMP_CWORD]} command= i

	for ((i = 1; i < COMP_CWORD; i++)); do
		case ${COMP_WORDS[i]} in
		--)
			COMPREPLY=($(compgen -c -- "$current" | sort -u))
			return
			;;
		-*) ;;
		*) command=${command:-${COMP_WORDS[i]}} ;;
		esac
	done
	# values of options, which may follow a blank or "="
	case $command,${COMP_WORDS[COMP_CWORD - 1]},$current in
	export,-f,* | export,--format,* | export,=,*)
		COMPREPLY=($(compgen -W "perfetto chrome folded speedscope csv" \
			-- "$current"))
		return
		;;
	esac
	case $current,$command in
	-*,*)
		COMPREPLY=($(compgen -W "$(_tracectl_options "$command")" \
			-- "$current"))
		;;
	*,)
		COMPREPLY=($(compgen -W "$(tracectl --help |
			sed -nE '/^Commands/,$s/^  ([a-z]+) .*/\1/p')" \
			-- "$current"))
		;;
	*,report)
		# a report's name comes first, then directories
		COMPREPLY=($(compgen -f -- "$current"))
		[ "${COMP_WORDS[COMP_CWORD - 1]}" != report ] ||
			COMPREPLY+=($(compgen -W "$(_tracectl_reports)" \
				-- "$current"))
		;;
	*,start | *,stop | *,destroy | *,snapshot)
		COMPREPLY=($(compgen -W "$(_tracectl_sessions)" -- "$current"))
		;;
	*)
		COMPREPLY=($(compgen -f -- "$current"))
		;;
	esac
}

complete -o filenames -F _tracectl tracectl
