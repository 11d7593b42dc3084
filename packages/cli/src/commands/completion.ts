import type { Context, Result } from '../command.ts';
import { completionScripts, shells } from '../completion.ts';
import { UsageError } from '../errors.ts';

export async function run({ terminal }: Context, [given]: readonly string[]): Promise<Result> {
    const shell = shells.find((each) => each === given);
    if (!shell) throw new UsageError(`For which shell? patchbay completion ${shells.join('|')}`);
    const script = completionScripts[shell];
    terminal.say(script);
    return { json: { shell, script } };
}
