import { once } from 'node:events';
import { createServer } from 'node:http';
import { unifiedContracts } from '@patchbay/contracts';
import { afterEach, describe, expect, test } from 'vitest';
import { unifiedExamples } from '../examples/unified.gen.ts';
import { Patchbay, type QueuedRun } from './index.ts';
import { startRecordingServer } from './recording-server.fixtures.ts';

const secretKey = `pb_sk_dev_${'a'.repeat(12)}_${'B'.repeat(43)}_0123abcd`;
const connection = { connection_id: 'c1', provider_config_key: 'books' };
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const stops: (() => void)[] = [];
afterEach(() => {
    for (const stop of stops.splice(0)) stop();
});

// Another address of updateApplication, for the reference's clients.
const withMethod = unifiedContracts.filter(({ id }) => id !== 'updateNamedApplication');

test('every endpoint has an example', () => {
    expect(Object.keys(unifiedExamples).toSorted()).toEqual(withMethod.map(({ id }) => id).toSorted());
});

test.each(Object.entries(unifiedExamples))('the example of %s sends what its contract has', async (id, example) => {
    const endpoint = unifiedContracts.find((each) => each.id === id);
    if (!endpoint) throw new Error(`There is no endpoint ${id}.`);
    const { status, example: body } = endpoint.success;
    const headers = { 'Patchbay-Sync-Status': 'stale', 'Patchbay-Synced-At': '2026-01-20T10:30:00.000Z' };
    await using server = await startRecordingServer(() => ({ status, headers, body: JSON.stringify(body) }));
    const returned = await example(new Patchbay({ secretKey, baseUrl: server.url }), connection);
    const [request] = server.requests;
    const { pathname, searchParams } = new URL(request?.target ?? '', server.url);
    expect({ method: request?.method, path: decodeURIComponent(pathname) }).toEqual({
        method: endpoint.method,
        path: endpoint.path.replace(':id', String(endpoint.example?.params?.['id']))
    });
    endpoint.headers?.parse(request?.headers);
    expect(Object.fromEntries(searchParams)).toEqual(endpoint.example?.query ?? {});
    if (endpoint.id !== 'uploadResume') expect(request?.body).toEqual(endpoint.example?.body);
    if (endpoint.method !== 'GET') expect(request?.headers['idempotency-key']).toMatch(uuid);
    const page = endpoint.responseHeaders?.['Patchbay-Sync-Status']
        ? { sync_status: 'stale', synced_at: '2026-01-20T10:30:00.000Z' }
        : undefined;
    expect(returned).toEqual(page ? { ...Object(body), ...page } : body);
});

test('a resource has no methods that its model has not', () => {
    const { accounting, ats } = new Patchbay({ secretKey });
    expect(Object.keys(accounting.transfers).toSorted()).toEqual(['create', 'delete', 'get', 'items', 'list']);
    expect(Object.keys(accounting.invoices).toSorted()).toEqual(['create', 'delete', 'get', 'items', 'list', 'send', 'update', 'void']);
    expect(Object.keys(ats.jobs).toSorted()).toEqual(['get', 'items', 'list']);
    // @ts-expect-error Transfers are not updated.
    expect(accounting.transfers.update).toBeUndefined();
});

describe('the options of a call', () => {
    test('of a list are its query', async () => {
        await using server = await startRecordingServer(() => ({ body: { records: [], next_cursor: null } }));
        const page = await new Patchbay({ secretKey, baseUrl: server.url }).accounting.bills.list(connection, {
            filter: ['added', 'deleted'],
            live: true,
            raw: false,
            ids: ['1', '2']
        });
        expect(new URL(server.requests[0]?.target ?? '', server.url).search).toBe(
            '?ids=1&ids=2&filter=added%2Cdeleted&raw=false&live=true'
        );
        expect(page).toEqual({ records: [], next_cursor: null, sync_status: null, synced_at: null });
    });

    test('of a write are its query and its key', async () => {
        await using server = await startRecordingServer(() => ({ body: { dry_run: true, requests: [] } }));
        const patchbay = new Patchbay({ secretKey, baseUrl: server.url });
        const options = { dryRun: true, overwrite: true, idempotencyKey: 'order-4711' } as const;
        const { requests } = await patchbay.accounting.payments.void(connection, { id: '140' }, options);
        expect(requests).toEqual([]);
        expect(server.requests[0]).toMatchObject({
            target: '/payments/void?dry_run=true&overwrite=true',
            headers: { 'idempotency-key': 'order-4711' }
        });
    });

    test('of an asynchronous write are its header, and what returns is the queued run', async () => {
        const run = { id: '7c1e0f52-9a4b-4d3c-8e21-5b6f70819a2c', statusUrl: '/action/7c1e0f52-9a4b-4d3c-8e21-5b6f70819a2c' };
        await using server = await startRecordingServer(() => ({ status: 202, body: run }));
        const { accounting, ats } = new Patchbay({ secretKey, baseUrl: server.url });
        const queued: QueuedRun[] = [
            await accounting.transfers.delete(connection, { id: '340' }, { async: true }),
            await ats.applications.update(connection, '1', { source_id: '9' }, { async: true })
        ];
        const { id }: { id: string; success?: boolean } = await accounting.transfers.delete(connection, { id: '340' }, { async: false });
        expect([...queued, id]).toEqual([run, run, run.id]);
        expect(server.requests.map(({ headers }) => [headers['x-async'], headers['connection-id']])).toEqual([
            ['true', 'c1'],
            ['true', 'c1'],
            [undefined, 'c1']
        ]);
    });

    test('are a new key for each call', async () => {
        await using server = await startRecordingServer(() => ({ body: { id: '340', success: true } }));
        const { accounting } = new Patchbay({ secretKey, baseUrl: server.url });
        for (const id of ['1', '2']) await accounting.transfers.delete(connection, { id });
        expect(new Set(server.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
    });
});

test('all pages of a list are walked', async () => {
    const pages = [
        { records: [{ id: '1' }, { id: '2' }], next_cursor: 'abc' },
        { records: [{ id: '3' }], next_cursor: null }
    ];
    await using server = await startRecordingServer(() => ({ body: pages.shift() ?? {} }));
    const ids: string[] = [];
    for await (const { id } of new Patchbay({ secretKey, baseUrl: server.url }).ats.users.items(connection, { limit: 2 })) ids.push(id);
    expect(ids).toEqual(['1', '2', '3']);
    expect(server.requests.map(({ target }) => target)).toEqual(['/users?limit=2', '/users?limit=2&cursor=abc']);
});

describe('a resume', () => {
    const bytes = new TextEncoder().encode('%PDF-1.7 Ünïcode');
    async function* pieces() {
        yield bytes.slice(0, 5);
        yield bytes.slice(5);
    }
    const resume = { candidate_id: '1', user_id: 'ü', filename: 'a "b"\r\n.pdf' };

    test.each([
        ['bytes', () => bytes, 'application/octet-stream'],
        ['a Blob', () => new Blob([bytes], { type: 'application/pdf' }), 'application/pdf'],
        ['a stream', () => new Blob([bytes]).stream(), 'application/octet-stream'],
        ['an iterable', pieces, 'application/octet-stream']
    ])('is sent as a part of a form: %s', async (_what, file, type) => {
        await using server = await startRecordingServer(() => ({ body: {} }));
        const { ats } = new Patchbay({ secretKey, baseUrl: server.url });
        await ats.candidates.uploadResume(connection, { ...resume, file: file() });
        const { headers = {}, body = '' } = server.requests[0] ?? {};
        const form = await new Response(String(body), { headers: { 'content-type': String(headers['content-type']) } }).formData();
        expect(form.get('candidate_id')).toBe('1');
        expect(form.get('user_id')).toBe('ü');
        const sent = form.get('resume_file');
        if (!(sent instanceof File)) throw new Error('No file was sent.');
        expect({ name: sent.name, type: sent.type, text: await sent.text() }).toEqual({
            name: 'a "b"\r\n.pdf',
            type,
            text: '%PDF-1.7 Ünïcode'
        });
    });

    test('is read as it is sent', async () => {
        let isFirstReceived = () => {};
        const firstReceived = new Promise<void>((resolve) => (isFirstReceived = resolve));
        const server = createServer((request, response) => {
            request.on('data', (chunk: Buffer) => {
                if (chunk.includes('first')) isFirstReceived();
            });
            request.on('end', () => response.end('{}'));
        }).listen(0, '127.0.0.1');
        await once(server, 'listening');
        stops.push(() => void server.close());
        async function* file() {
            yield new TextEncoder().encode('first');
            // Never comes to an end where the whole file is read first.
            await firstReceived;
            yield new TextEncoder().encode('second');
        }
        const { ats } = new Patchbay({ secretKey, baseUrl: `http://127.0.0.1:${Object(server.address()).port}` });
        expect(await ats.candidates.uploadResume(connection, { ...resume, file: file() })).toEqual({});
    });

    test.each([
        [413, 'file_too_large'],
        [415, 'invalid_file_type']
    ])('that the server refuses with %i while it is sent is an ApiError, and its source is closed', async (status, code) => {
        const server = createServer((request, response) => {
            request.once('data', () => response.writeHead(status).end(JSON.stringify({ error: { code, message: 'No.' } })));
        }).listen(0, '127.0.0.1');
        await once(server, 'listening');
        stops.push(() => {
            server.closeAllConnections();
            server.close();
        });
        let isClosed = false;
        async function* file() {
            try {
                for (let count = 0; count < 2000; count += 1) yield new Uint8Array(10_000);
            } finally {
                isClosed = true;
            }
        }
        const { ats } = new Patchbay({ secretKey, baseUrl: `http://127.0.0.1:${Object(server.address()).port}` });
        const upload = ats.candidates.uploadResume(connection, { ...resume, file: file() });
        await expect(upload).rejects.toMatchObject({ name: 'ApiError', status, code });
        await expect.poll(() => isClosed).toBe(true);
    });

    test('whose source breaks off is not sent to its end', async () => {
        await using server = await startRecordingServer(() => ({ body: {} }));
        async function* file() {
            yield bytes;
            throw new Error('The disk is gone.');
        }
        const { ats } = new Patchbay({ secretKey, baseUrl: server.url });
        await expect(ats.candidates.uploadResume(connection, { ...resume, file: file() })).rejects.toMatchObject({
            name: 'UnreachableError'
        });
        expect(server.requests).toEqual([]);
    });
});
