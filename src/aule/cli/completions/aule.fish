# Written by `aule completion`. Completes commands, options, capabilities and ids of auleOS in fish.
function __aule_complete
    set -l words (commandline -opc)
    set -l found (_AULE_COMPLETE=fish $words[1] (commandline -cp | string collect) 2>/dev/null)
    if test (count $found) -eq 0
        __fish_complete_path (commandline -ct)
        return
    end
    printf '%s\n' $found
end
complete -c aule -f -a '(__aule_complete)'
