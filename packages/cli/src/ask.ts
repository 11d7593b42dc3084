import { select, text } from '@clack/prompts';
import type { Terminal } from './terminal.ts';
import { CliError, UsageError } from './errors.ts';

/**
 * Asks for what the command line does not have.
 * @param missing what to write there instead, for where nothing can be asked
 */
export async function askText(terminal: Terminal, message: string, missing: string): Promise<string> {
    if (!terminal.isInteractive) throw new UsageError(missing);
    return answered(await text({ message, validate: (value) => (value?.trim() ? undefined : 'Please write something.') }));
}

export async function askOne<Value extends string>(
    terminal: Terminal,
    message: string,
    options: readonly { value: Value; label: string }[],
    missing: string
): Promise<Value> {
    if (!terminal.isInteractive) throw new UsageError(missing);
    // The types of the library look at each value for itself.
    return answered(await select<string>({ message, options: [...options] })) as Value;
}

function answered(answer: string | symbol): string {
    if (typeof answer === 'symbol') throw new CliError('cancelled', 'Cancelled. Nothing was changed.');
    return answer.trim();
}
