import type { Context, Result } from '../command.ts';
import { version } from '../version.ts';

export async function run({ terminal }: Context): Promise<Result> {
    terminal.say(version);
    return { json: { version, node: process.versions.node } };
}
