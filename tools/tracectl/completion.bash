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
	*,start | *,stop | *,destroy | *,snapshot)
		COMPREPLY=($(compgen -W "$(_tracectl_sessions)" -- "$current"))
		;;
	*)
		COMPREPLY=($(compgen -f -- "$current"))
		;;
	esac
}

complete -o filenames -F _tracectl tracectl
