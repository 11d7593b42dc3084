import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CompiledFunction } from '@patchbay/compiler';
import { Patchbay } from '@patchbay/node';
import { expect, onTestFinished, test } from 'vitest';
import { warnOfOwnWall, warnOfServerWall } from './process-notice.ts';
import type { Terminal } from './terminal.ts';

const compiled = (engine: CompiledFunction['engine']): CompiledFunction => ({
    integrationId: 'gem',
    type: 'action',
    name: 'pack',
    file: 'gem/actions/pack.ts',
    js: '',
    ts: '',
    sourceMap: '',
    bytes: 0,
    engine,
    description: null
});

function listener() {
    const warned: string[] = [];
    const terminal: Pick<Terminal, 'warn' | 'style'> = { warn: (line) => void warned.push(line), style: (_, text) => text };
    return { terminal, warned };
}

/** A server that tells this of its wall, or that it does not know the question. */
async function serverWith(functions: object | undefined): Promise<Patchbay> {
    const server = createServer((_request, response) => {
        response.writeHead(functions ? 200 : 404, { 'content-type': 'application/json' });
        response.end(JSON.stringify(functions ? { result: 'ok', functions } : { error: { code: 'not_found', message: 'No.' } }));
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((resolve) => {
        server.once('listening', resolve);
    });
    // It listens on a port.
    const { port } = server.address() as AddressInfo;
    return new Patchbay({ baseUrl: `http://127.0.0.1:${port}`, secretKey: `pb_sk_dev_${'a'.repeat(12)}_${'b'.repeat(43)}_00000000` });
}

test('a deployment of a function in a process warns where the server has no full wall', async () => {
    const { terminal, warned } = listener();
    const server = await serverWith({ wall: 'permission', wall_reason: 'A full wall needs unshare.' });
    await warnOfServerWall(server, [compiled('process'), compiled('isolate')], terminal);
    expect(warned).toEqual([
        expect.stringMatching(/gem\/pack: engine: 'process'.*is 'permission'.*needs unshare.*docs\/functions-security\.md/)
    ]);
});

test.each<[what: string, functions: object | undefined, engine: CompiledFunction['engine']]>([
    ['the wall is full', { wall: 'full', wall_reason: null }, 'process'],
    ['no function is in a process', { wall: 'permission', wall_reason: null }, 'isolate'],
    ['the server is older', undefined, 'process']
])('a deployment warns of nothing where %s', async (_what, functions, engine) => {
    const { terminal, warned } = listener();
    await warnOfServerWall(await serverWith(functions), [compiled(engine)], terminal);
    expect(warned).toEqual([]);
});

test('a run on a machine without a full wall says that more is open there', () => {
    const { terminal, warned } = listener();
    warnOfOwnWall({ wall: { level: 'permission', reason: 'Only Linux has it.' } }, compiled('process'), terminal);
    warnOfOwnWall({ wall: { level: 'full', reason: null } }, compiled('process'), terminal);
    warnOfOwnWall({ wall: { level: 'permission', reason: null } }, compiled('isolate'), terminal);
    expect(warned).toEqual([expect.stringContaining('this machine has no full wall (Only Linux has it.)')]);
});
