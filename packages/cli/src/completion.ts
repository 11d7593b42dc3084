import type { Command as Commander, Option } from 'commander';

export const shells = ['bash', 'zsh', 'fish'] as const;

/** The command that the scripts of the shells call; it is in no help. */
export const COMPLETE = '__complete';

/** Each asks the CLI itself: what there is to complete is known at one place. */
export const completionScripts: Readonly<Record<(typeof shells)[number], string>> = {
    bash: `# In ~/.bashrc: source <(patchbay completion bash)
_patchbay() {
    local IFS=$'\\n'
    COMPREPLY=($(compgen -W "$(patchbay ${COMPLETE} "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _patchbay patchbay`,
    zsh: `#compdef patchbay
# In ~/.zshrc, after compinit: source <(patchbay completion zsh)
_patchbay() {
    local -a candidates
    candidates=("\${(@f)$(patchbay ${COMPLETE} "\${(@)words[2,$CURRENT]}" 2>/dev/null | sed -e 's/:/\\\\:/g' -e $'s/\\t/:/')}")
    if [[ -n "$candidates" ]]; then _describe patchbay candidates; else _files; fi
}
compdef _patchbay patchbay`,
    fish: `# In ~/.config/fish/completions/patchbay.fish: patchbay completion fish | source
complete -c patchbay -f -a '(patchbay ${COMPLETE} (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'`
};

interface Candidate {
    word: string;
    summary: string;
}

/**
 * What may stand in place of the last word.
 * @param words behind `patchbay`; the last is the one that is being written
 * @param functionNames of the project, for the commands that take one
 */
export function candidates(program: Commander, words: readonly string[], functionNames: () => readonly string[]): Candidate[] {
    let command = program;
    let position = 0;
    let option: Option | undefined;
    for (const word of words.slice(0, -1)) {
        const child = command.commands.find((each) => each.name() === word);
        if (option) option = undefined;
        else if (word.startsWith('-')) option = optionOf(command, word);
        else if (child) command = child;
        else position += 1;
    }
    const current = words.at(-1) ?? '';
    return candidatesAt(command, position, option, functionNames).filter(({ word }) => word.startsWith(current));
}

/** @returns one whose value the next word is */
function optionOf(command: Commander, word: string): Option | undefined {
    return command.options.find(({ short, long, required }) => required && (short === word || long === word));
}

function candidatesAt(
    command: Commander,
    position: number,
    option: Option | undefined,
    functionNames: () => readonly string[]
): Candidate[] {
    const plain = (list: readonly string[]) => list.map((word) => ({ word, summary: '' }));
    if (option) return plain(option.long === '--run' ? functionNames() : (option.argChoices ?? []));
    const takesFunction = command.name() === 'dryrun' && position === 0;
    return [
        ...command.commands.map((each) => ({ word: each.name(), summary: each.description() })),
        ...plain(takesFunction ? functionNames() : (command.registeredArguments[position]?.argChoices ?? [])),
        ...command.options.filter(({ hidden }) => !hidden).map(({ long, description }) => ({ word: long ?? '', summary: description }))
    ];
}
