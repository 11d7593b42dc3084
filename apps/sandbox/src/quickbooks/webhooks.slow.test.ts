import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../sandbox.ts';
import { quickBooksClient } from './quickbooks.fixtures.ts';

test('a receiver that has not responded within 3 s gets the message again', async () => {
    const sandbox = await startSandbox();
    const books = quickBooksClient(sandbox);
    let count = 0;
    const receiver = createServer((request, response) => {
        request.resume();
        count += 1;
        if (count > 1) response.end();
    }).listen(0, '127.0.0.1');
    onTestFinished(async () => {
        receiver.closeAllConnections();
        receiver.close();
        await sandbox.stop();
    });
    await new Promise((resolve) => void receiver.once('listening', resolve));
    // A TCP server's address is an object.
    const { port } = receiver.address() as AddressInfo;
    await books.control('webhooks', { url: `http://127.0.0.1:${port}/hook`, verifier_token: 'x' });
    await books.control('clock', { speed: 0 });
    const startedAt = performance.now();
    await books.control('mutate', { entity: 'Customer', operation: 'create', body: { DisplayName: 'Ada' } });
    const attempts = async () => (await books.control('webhooks')).webhooks.map((sent: { attempts: unknown }) => sent.attempts);
    await expect.poll(attempts, { timeout: 8000 }).toEqual([[null]]);
    expect(performance.now() - startedAt).toBeGreaterThan(2900);
    await books.control('clock', { advance_ms: 10_000 });
    await expect.poll(attempts).toEqual([[null, 200]]);
});
