import { findFunctions } from '@patchbay/compiler';
import type { Context } from './command.ts';
import { candidates } from './completion.ts';
import { makeProgram } from './program.ts';
import { findProject } from './project.ts';

/** Prints what may stand in place of the last word, with what it means behind a tab. */
export function complete(context: Context, words: readonly string[]): void {
    const names = () => {
        const folder = findProject(context.cwd);
        return folder === undefined ? [] : findFunctions(folder).functions.map(({ name }) => name);
    };
    for (const { word, summary } of candidates(
        makeProgram(context, () => undefined),
        words,
        names
    ))
        process.stdout.write(summary === '' ? `${word}\n` : `${word}\t${summary}\n`);
}
