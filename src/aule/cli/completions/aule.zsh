#compdef aule
# Written by `aule completion`. Completes commands, options, capabilities and ids of auleOS in zsh.
_aule() {
    local line value
    local -a values shown open open_shown
    while IFS= read -r line; do
        value="${line%%$'\t'*}"
        if [[ "$value" == *= ]]; then
            open+=("$value") open_shown+=("${line//$'\t'/  -- }")
        else
            values+=("$value") shown+=("${line//$'\t'/  -- }")
        fi
    done < <(_AULE_COMPLETE=zsh "${words[1]}" "$LBUFFER" 2>/dev/null)
    if (( ${#values} + ${#open} == 0 )); then
        _files
        return
    fi
    if (( ${#values} )); then
        compadd -l -d shown -- "${values[@]}"
    fi
    if (( ${#open} )); then
        compadd -l -S '' -d open_shown -- "${open[@]}"
    fi
}
if [[ "$funcstack[1]" == "_aule" ]]; then
    _aule "$@"
else
    compdef _aule aule
fi
