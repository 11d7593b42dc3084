import { createServer } from 'node:http';
import { once } from 'node:events';
import { AppError, type ErrorCode, getProvider, listConnections } from '@patchbay/contracts';
import express from 'express';
import { expect, test } from 'vitest';
import { createLog } from '../log/log.ts';
import { sendError } from './error-response.ts';

/** What a server responds and logs where the handler of an endpoint throws this code. */
async function respondWith(code: ErrorCode, route: Pick<Parameters<typeof sendError>[2], 'endpoint' | 'deprecation'>) {
    const lines: string[] = [];
    const log = createLog('info', (line) => lines.push(line));
    const app = express().use((_request, response) =>
        sendError(response, new AppError(code), { log, publicUrl: 'https://api.example.com', ...route })
    );
    const server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = Object(server.address());
    const { status } = await fetch(`http://127.0.0.1:${port}`);
    server.close();
    return { status, logged: lines.map((line) => Object(JSON.parse(line))) };
}

test('an undeclared error code is still sent, and logged with what to add to the contract', async () => {
    const { status, logged } = await respondWith('credential_unreadable', { endpoint: getProvider });
    expect(status).toBe(503);
    expect(logged).toEqual([
        expect.objectContaining({
            level: 'error',
            message: 'undeclared_error_code',
            code: 'credential_unreadable',
            reason: 'Add credential_unreadable to the errors of the contract getProvider.'
        })
    ]);
});

test('a declared code logs nothing, whether the contract names it or it follows from its shape', async () => {
    expect(await respondWith('not_found', { endpoint: getProvider })).toEqual({ status: 404, logged: [] });
    expect(await respondWith('forbidden', { endpoint: getProvider })).toEqual({ status: 403, logged: [] });
});

test('endpoint_removed is declared by the alias that goes alone', async () => {
    const [alias] = listConnections.aliases;
    expect((await respondWith('endpoint_removed', { endpoint: listConnections, deprecation: alias.deprecation })).logged).toEqual([]);
    expect((await respondWith('endpoint_removed', { endpoint: listConnections })).logged).toHaveLength(1);
});
