import type { CompiledFunction } from '@patchbay/compiler';
import type { Runner } from '@patchbay/runner';
import { ApiError, type Patchbay } from '@patchbay/node';
import type { Terminal } from './terminal.ts';

const inProcess = ({ engine }: CompiledFunction) => engine === 'process';

/** Says where a developer's own function is less closed off than it will be. */
export function warnOfOwnWall(
    { wall }: Pick<Runner, 'wall'>,
    compiled: CompiledFunction,
    terminal: Pick<Terminal, 'warn' | 'style'>
): void {
    if (!inProcess(compiled) || wall.level === 'full') return;
    terminal.warn(
        `${terminal.style('yellow', 'warning:')} ${compiled.name} has engine: 'process', and this machine has no full wall (${wall.reason ?? wall.level}): what it reaches here by itself it does not reach on a server.`
    );
}

/** Says where a server will refuse to run what is deployed. */
export async function warnOfServerWall(
    patchbay: Patchbay,
    functions: readonly CompiledFunction[],
    terminal: Pick<Terminal, 'warn' | 'style'>
): Promise<void> {
    const names = functions.filter(inProcess).map(({ integrationId, name }) => `${integrationId}/${name}`);
    if (names.length === 0) return;
    const { wall, wall_reason: reason } = (await wallOf(patchbay)) ?? {};
    if (wall === undefined || wall === 'full') return;
    terminal.warn(
        `${terminal.style('yellow', 'warning:')} ${names.join(', ')}: engine: 'process' needs a server whose wall is 'full', and that of this one is '${wall}', so it will refuse to run it. ${reason ?? ''} See "What to allow for full" in docs/functions-security.md.`
    );
}

async function wallOf(patchbay: Patchbay) {
    try {
        return (await patchbay.server.health()).functions;
    } catch (error) {
        // An older server does not tell.
        if (error instanceof ApiError) return undefined;
        throw error;
    }
}
