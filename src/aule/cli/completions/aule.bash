# Written by `aule completion`. Completes commands, options, capabilities and ids of auleOS in bash.
_aule() {
    local line
    COMPREPLY=()
    while IFS= read -r line; do
        COMPREPLY+=("$line")
    done < <(_AULE_COMPLETE=bash "${COMP_WORDS[0]}" "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then
        compopt -o nospace 2>/dev/null
    fi
}
complete -o bashdefault -o default -F _aule aule
