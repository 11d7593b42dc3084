import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startBuiltServer } from './built-server.fixtures.ts';

const MB = 1024 ** 2;
const piece = Buffer.alloc(MB, 'x');
/** Fits into what a function may be sent. */
const pieces = 20;
const callsAtOnce = 64;
const timeS = 10;
/** All of them together are 1,280 MB. */
const mostGrowthMb = 400;

/** Sends as fast as it is taken, and does not come to an end. */
function send(response: ServerResponse, left = pieces): void {
    if (left > 0) response.write(piece, () => send(response, left - 1));
    else {
        const timer = setInterval(() => response.write('x'), 1000);
        response.once('close', () => clearInterval(timer));
    }
}

const megabytesOf = (pid: number) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

test.runIf(process.platform === 'linux')(
    'R-22: a function that asks for more than a gigabyte, of a provider that does not come to an end, does not make the server hold it',
    async () => {
        const vendor = createServer((_request, response) => send(response));
        await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
        onTestFinished(() => {
            vendor.closeAllConnections();
            vendor.close();
        });
        // A TCP server's address is an object.
        const host = `127.0.0.1:${(vendor.address() as AddressInfo).port}`;
        const { server, openActions } = await startBuiltServer({
            PATCHBAY_RATE_LIMIT_PER_MINUTE: '0',
            PATCHBAY_LOG_LEVEL: 'warn',
            PATCHBAY_ALLOW_PRIVATE_HOSTS: host
        });
        const actions = await openActions();
        await actions.send('POST', '/integrations', { provider: 'private-api-bearer', unique_key: 'private' });
        const connected = await actions.send('POST', '/connections', {
            provider_config_key: 'private',
            connection_id: 'c1',
            credentials: { type: 'API_KEY', apiKey: 'key' },
            connection_config: { base_url: `http://${host}` }
        });
        expect(connected.status).toBe(201);
        const flood = `const of = { endpoint: '/', providerConfigKey: 'private', connectionId: 'c1' };
            await Promise.all(Array.from({ length: ${callsAtOnce} }, () => nango.get(of).then(() => 1, () => 0)));
            return 1;`;
        expect(await actions.deploy('flood', flood)).toMatchObject({ status: 'success' });
        expect(await actions.deploy('add', 'return input.a + 1;')).toMatchObject({ status: 'success' });
        await actions.send('PATCH', '/environment/functions', { limits: { actions: { time_s: timeS } } });
        const before = megabytesOf(server.pid);
        let peak = before;
        const timer = setInterval(() => (peak = Math.max(peak, megabytesOf(server.pid))), 20);
        const flooding = actions.trigger('flood');
        expect((await actions.send('GET', '/integrations')).status).toBe(200);
        expect(await flooding).toMatchObject({ status: 500, body: { error: { code: 'function_runtime_timed_out' } } });
        clearInterval(timer);
        expect(await actions.trigger('add', { a: 1 })).toEqual({ status: 200, body: 2 });
        expect(Math.round(peak - before)).toBeLessThanOrEqual(mostGrowthMb);
    },
    120_000
);
