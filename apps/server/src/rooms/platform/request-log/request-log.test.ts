import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { getRequestLogSettings, type LogEntry, updateRequestLogSettings } from '@patchbay/contracts';
import { startTestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { outcomeOf } from '../../../api.fixtures.ts';
import { apiKey, type ProxyWorld, send, startProxyWorld } from '../../traffic/proxy/proxy.fixtures.ts';
import { detailOf, entriesOf } from './request-log.fixtures.ts';

let world: ProxyWorld;
beforeAll(async () => {
    world = await startProxyWorld();
});
beforeEach(() => {
    world.thirdParty.handle = (_request, response) =>
        void response.writeHead(200, { 'content-type': 'application/json', etag: '"1"', 'set-cookie': 'a=b' }).end('{"id":1}');
});
afterAll(() => world[Symbol.asyncDispose]());

let count = 0;
/** The header by which one call is found. */
const named = () => ({ 'patchbay-request-id': `call-${(count += 1)}` });

test('a backend finds its proxied request by the id that it gave, with what was sent and what came', async () => {
    const headers = named();
    const response = await send(world, '/items?page=2', { headers: { ...headers, 'patchbay-proxy-x-own': 'mine' } });
    expect(response.headers['patchbay-request-id']).toBe(headers['patchbay-request-id']);
    const [entry] = await entriesOf(world.app, 1, { request_id: headers['patchbay-request-id'] });
    expect(entry).toMatchObject({
        attempt: 1,
        request_id: headers['patchbay-request-id'],
        kind: 'proxy',
        provider: 'acme',
        integration_id: 'acme',
        connection_id: 'one',
        method: 'GET',
        url: `${world.thirdParty.url}/base/items?page=2`,
        status: 200,
        failed: false,
        error: null,
        timings: { queue_ms: expect.any(Number), connect_ms: expect.any(Number), first_byte_ms: expect.any(Number) },
        request_bytes: 0,
        response_bytes: 8
    });
    if (!entry) throw new Error('Without an entry the test has failed.');
    expect(await detailOf(world.app, entry)).toMatchObject({
        ...entry,
        request: { headers: { authorization: '[redacted]', 'x-own': 'mine' }, body: null },
        response: { headers: { 'content-type': 'application/json', etag: '"1"', 'set-cookie': '[redacted]' }, body: null }
    });
});

test('a malformed request id is replaced by a new one, which the response tells', async () => {
    for (const given of ['two words', 'x'.repeat(101), 'ä']) {
        const { headers } = await send(world, '/', { headers: { 'patchbay-request-id': Buffer.from(given).toString('latin1') } });
        expect(headers['patchbay-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    }
});

test('each attempt of a retried call is an entry of one operation', async () => {
    const headers = named();
    let calls = 0;
    world.thirdParty.handle = (_request, response) => void response.writeHead((calls += 1) < 3 ? 503 : 200).end();
    expect((await send(world, '/flaky', { headers: { ...headers, retries: '2' } })).status).toBe(200);
    const entries = await entriesOf(world.app, 3, { request_id: headers['patchbay-request-id'] });
    expect(entries.map(({ attempt, status, failed }) => [attempt, status, failed])).toEqual([
        [1, 503, true],
        [2, 503, true],
        [3, 200, false]
    ]);
    const [operation] = new Set(entries.map(({ operation_id: id }) => id));
    expect(await entriesOf(world.app, 3, { operation_id: operation ?? '' })).toEqual(entries);
});

test('a request without a response is an entry with its reason', async () => {
    const headers = named();
    world.thirdParty.handle = (request) => void request.socket.destroy();
    expect((await send(world, '/gone', { headers })).status).toBe(502);
    const [entry] = await entriesOf(world.app, 1, { request_id: headers['patchbay-request-id'] });
    expect(entry).toMatchObject({
        status: null,
        failed: true,
        error: { code: 'unreachable', message: expect.stringContaining('localhost') }
    });
});

test('the key of a connection is in no entry, whatever repeats it', async () => {
    const headers = named();
    world.thirdParty.handle = (_request, response) =>
        void response
            .writeHead(400, { 'content-type': 'application/json', 'x-echo': apiKey })
            .end(JSON.stringify({ said: `no ${apiKey}` }));
    await send(world, `/keys/${apiKey}?next=${Buffer.from(apiKey).toString('base64')}&api_key=short`, { headers });
    const [entry] = await entriesOf(world.app, 1, { request_id: headers['patchbay-request-id'] });
    if (!entry) throw new Error('Without an entry the test has failed.');
    const detail = await detailOf(world.app, entry);
    expect(detail).toMatchObject({
        url: `${world.thirdParty.url}/base/keys/[secret]?next=[secret]&api_key=[redacted]`,
        response: { headers: { 'x-echo': '[secret]' }, body: { text: '{"said":"no [secret]"}', truncated: false } }
    });
});

test.each([
    ['since=2026-02-01T00:00:00Z&until=2026-01-01T00:00:00Z', 'since'],
    ['since=yesterday', 'since'],
    ['status=4x', 'status'],
    ['status=200&failed=true', 'failed'],
    ['kind=everything', 'kind'],
    ['search=%2F-%2F', 'search'],
    ['cursor=2', 'cursor'],
    ['limit=1000', 'limit'],
    ['request_id=two%20words', 'request_id']
])('a filter that makes no sense, %s, is refused with what to do', async (query, field) => {
    const response = await world.app.raw(`/logs?${query}`, { token: world.app.keys.dev });
    expect(outcomeOf(response)).toBe('400 invalid_query_params');
    expect(response.json).toMatchObject({ error: { errors: [{ path: [field], message: expect.any(String) }] } });
});

test('an entry is found whose address has letters beyond 16 bits, however long', async () => {
    const headers = named();
    await send(world, `/search?q=a${encodeURIComponent('𠮷').repeat(40)}`, { headers });
    expect(await entriesOf(world.app, 1, { request_id: headers['patchbay-request-id'] })).toHaveLength(1);
});

describe('bodies', () => {
    const change = (bodies: 'none' | 'errors' | 'all') => world.app.call(updateRequestLogSettings, { body: { bodies } });
    const bodiesOf = async (headers: Record<string, string>) => {
        const [entry] = await entriesOf(world.app, 1, { request_id: String(headers['patchbay-request-id']) });
        if (!entry) throw new Error('Without an entry the test has failed.');
        const { request, response } = await detailOf(world.app, entry);
        return { request: request.body?.text ?? null, response: response.body?.text ?? null };
    };
    const post = async (status: number) => {
        const headers = { ...named(), 'content-type': 'application/json' };
        world.thirdParty.handle = (_request, response) =>
            void response.writeHead(status, { 'content-type': 'application/json' }).end('{"id":1,"access_token":"from-the-provider"}');
        await send(world, '/notes', { method: 'POST', headers, body: '{"note":"hello","password":"hunter2"}' });
        return bodiesOf(headers);
    };
    const said = '{"id":1,"access_token":"[redacted]"}';

    test('are kept of failed responses by default, and of all or none where the environment is set so', async () => {
        expect((await world.app.call(getRequestLogSettings, {})).data).toEqual({ bodies: 'errors', kept_days: 14, dropped_entries: 0 });
        expect(await post(200)).toEqual({ request: null, response: null });
        expect(await post(422)).toEqual({ request: null, response: said });
        await change('all');
        expect(await post(200)).toEqual({ request: '{"note":"hello","password":"[redacted]"}', response: said });
        await change('none');
        expect(await post(422)).toEqual({ request: null, response: null });
        await change('errors');
        expect((await world.app.callAs(world.app.keys.prod)(getRequestLogSettings, {})).data.bodies).toBe('errors');
    });

    test('are inflated, cut at 16 KiB, and left out where they are no text', async () => {
        const respond = async (headers: Record<string, string>, body: Buffer) => {
            const own = named();
            world.thirdParty.handle = (_request, response) => void response.writeHead(400, headers).end(body);
            await send(world, '/', { headers: { ...own, 'accept-encoding': 'gzip' } });
            return (await bodiesOf(own)).response;
        };
        expect(await respond({ 'content-type': 'text/plain', 'content-encoding': 'gzip' }, gzipSync('compressed'))).toBe('compressed');
        expect((await respond({ 'content-type': 'text/plain' }, Buffer.alloc(100_000, 'a')))?.length).toBe(16 * 1024);
        // More than what is sampled, even compressed.
        const long = gzipSync(randomBytes(200_000).toString('hex'));
        expect((await respond({ 'content-type': 'text/plain', 'content-encoding': 'gzip' }, long))?.length).toBe(16 * 1024);
        expect(await respond({ 'content-type': 'image/png' }, Buffer.from('png'))).toBeNull();
    });

    test('hide a key whose end is beyond what is kept, and one that comes in two chunks', async () => {
        const own = named();
        world.thirdParty.handle = (_request, response) => {
            response.writeHead(400, { 'content-type': 'text/plain' }).write(`${'a'.repeat(16 * 1024 - 5)}${apiKey.slice(0, 9)}`);
            setImmediate(() => response.end(`${apiKey.slice(9)} and more`));
        };
        await send(world, '/', { headers: own });
        const { response } = await bodiesOf(own);
        expect(response).toHaveLength(16 * 1024);
        expect(response).not.toContain(apiKey.slice(0, 5));
    });
});

describe('a tail', () => {
    /** What a client of `GET /logs/tail` has received so far. */
    async function follow(query = '', headers: Record<string, string> = {}) {
        const leave = new AbortController();
        const response = await fetch(`${world.app.url}/logs/tail${query}`, {
            headers: { authorization: `Bearer ${world.app.keys.dev}`, ...headers },
            signal: leave.signal
        });
        let text = '';
        const read = async () => {
            for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) text += chunk;
        };
        let hasFailed = false;
        const ended = read().catch(() => (hasFailed = true));
        const entries = (): LogEntry[] => Array.from(text.matchAll(/^data: (.*)$/gm), ([, json = '']) => JSON.parse(json));
        return { response, entries, ended, hasFailed: () => hasFailed, leave: () => leave.abort() };
    }

    test('sends entries that fit as they come, each once', async () => {
        const tail = await follow('?search=tailed');
        expect(tail.response.headers.get('content-type')).toBe('text/event-stream');
        const own = [named(), named()];
        await send(world, '/other', { headers: own[0] ?? {} });
        await send(world, '/tailed/1', { headers: own[0] ?? {} });
        await expect.poll(() => tail.entries().length).toBe(1);
        await send(world, '/tailed/2', { headers: own[1] ?? {} });
        await expect.poll(() => tail.entries().length, { timeout: 5000 }).toBe(2);
        expect(tail.entries().map(({ request_id: id }) => id)).toEqual(own.map((headers) => headers['patchbay-request-id']));
        tail.leave();
        const resumed = await follow('?search=tailed', { 'last-event-id': tail.entries()[0]?.id ?? '' });
        await expect.poll(() => resumed.entries().map(({ url }) => url.slice(-1))).toEqual(['2']);
        resumed.leave();
    });

    test('resumes with what is at most five minutes old, and ends after five minutes', async () => {
        await send(world, '/resumed/1');
        const [first] = await entriesOf(world.app, 1, { search: 'resumed' });
        await send(world, '/resumed/2');
        await entriesOf(world.app, 2, { search: 'resumed' });
        world.app.clock.advance(301_000);
        const tail = await follow('?search=resumed', { 'last-event-id': first?.id ?? '' });
        await send(world, '/resumed/3');
        await expect.poll(() => tail.entries().map(({ url }) => url.slice(-1))).toEqual(['3']);
        world.app.clock.advance(301_000);
        await tail.ended;
        expect(tail.hasFailed()).toBe(false);
    });

    test('of one key are limited, and end when the server stops', async () => {
        const replica = await startTestApp({ replicaOf: world.app });
        const tails = await Promise.all(
            Array.from({ length: 6 }, () => fetch(`${replica.url}/logs/tail`, { headers: { authorization: `Bearer ${replica.keys.dev}` } }))
        );
        expect(tails.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 200, 200, 200, 200, 503]);
        const texts = tails.map((tail) => tail.text());
        await replica[Symbol.asyncDispose]();
        expect((await Promise.all(texts)).filter((text) => text.startsWith('retry:')).length).toBe(5);
    });
});

test('an entry that the database refuses takes no other with it', async () => {
    const { db } = world.app;
    await sql`create function refuse() returns trigger language plpgsql as $$ begin
        if new.url like '%/refused%' then raise exception 'refused'; end if; return new; end $$`.execute(db);
    await sql`create trigger refuse before insert on request_log for each row execute function refuse()`.execute(db);
    const headers = named();
    await Promise.all(['/refused', '/kept/1', '/kept/2'].map((path) => send(world, path, { headers })));
    const found = await entriesOf(world.app, 2, { request_id: headers['patchbay-request-id'] });
    expect(found.map(({ url }) => url.slice(-6)).toSorted()).toEqual(['kept/1', 'kept/2']);
    // It may be tried after them, or with the next batch.
    await expect.poll(async () => (await world.app.call(getRequestLogSettings, {})).data.dropped_entries).toBe(1);
    await sql`drop function refuse cascade`.execute(db);
});
