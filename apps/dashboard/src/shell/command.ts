/** What the search can do to what it finds. */
export type Verb = 'pause' | 'resume' | 'run' | 'link' | 'copy' | 'settings';

const words: Readonly<Record<string, Verb>> = {
    pause: 'pause',
    stop: 'pause',
    resume: 'resume',
    start: 'resume',
    run: 'run',
    trigger: 'run',
    sync: 'run',
    reconnect: 'link',
    link: 'link',
    copy: 'copy',
    'copy id': 'copy',
    settings: 'settings'
};

/** As “pause acme”; without a verb, all of it is what to find. */
export function commandIn(text: string): { verb: Verb | undefined; rest: string } {
    const [, word = '', rest = ''] = /^(copy id|\w+)\s+(\S.*)$/.exec(text) ?? [];
    const verb = words[word.toLowerCase()];
    return verb === undefined ? { verb, rest: text } : { verb, rest };
}
