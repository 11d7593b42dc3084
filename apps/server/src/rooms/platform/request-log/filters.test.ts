import { getLog, importConnection, listLogs, type LogEntry } from '@patchbay/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { acme, type ProxyWorld, send, startProxyWorld } from '../../traffic/proxy/proxy.fixtures.ts';

const minuteMs = 60_000;
const statuses = [200, 201, 302, 404, 429, 500, 503];
const paths = ['/invoices/4711', '/invoices/47110/lines', '/candidates?q=Zo%C3%AB', '/things'];
const made = 42;

let world: ProxyWorld;
let all: LogEntry[];
beforeAll(async () => {
    world = await startProxyWorld({ acme: acme(), other: acme() });
    world.thirdParty.handle = ({ url = '', socket }, response) => {
        const status = Number(new URL(url, 'http://a').searchParams.get('status'));
        if (status === 0) socket.destroy();
        else response.writeHead(status).end();
    };
    const second = { connection_id: 'two', credentials: { type: 'API_KEY', apiKey: 'key-of-two' } } as const;
    for (const provider_config_key of ['acme', 'other'])
        await world.app.call(importConnection, { body: { ...second, provider_config_key } });
    for (let n = 0; n < made; n += 1) {
        const status = n % 8 === 7 ? 0 : statuses[n % 8];
        const path = paths[n % 4] ?? '';
        await send(world, `${path}${path.includes('?') ? '&' : '?'}status=${status}`, {
            provider: n % 3 === 0 ? 'other' : 'acme',
            connection: n % 5 === 0 ? 'two' : 'one'
        });
        world.app.clock.advance(minuteMs);
    }
    await vi.waitFor(
        async () => {
            all = (await world.app.call(listLogs, { query: { limit: 100, kind: 'proxy' } })).data;
            if (all.length < made) throw new Error('Not all entries are stored yet.');
        },
        { timeout: 20_000 }
    );
});
afterAll(() => world[Symbol.asyncDispose]());

type Query = Record<string, string>;

async function pagesOf(query: Query, limit = 4): Promise<LogEntry[]> {
    const found: LogEntry[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await world.app.call(listLogs, { query: { ...query, limit, ...(cursor === undefined ? {} : { cursor }) } });
        expect(page.data.length).toBeLessThanOrEqual(limit);
        found.push(...page.data);
        cursor = page.next_cursor;
    }
    return found;
}

const at = (index: number) => all[index]?.started_at ?? '';
const cases: [string, () => Query, (entry: LogEntry, index: number) => boolean][] = [
    ['none', () => ({}), () => true],
    ['a status', () => ({ status: '404' }), ({ status }) => status === 404],
    ['a class of statuses', () => ({ status: '5xx' }), ({ status }) => status !== null && status >= 500],
    ['those that failed', () => ({ failed: 'true' }), ({ status }) => status === null || status >= 400],
    ['those that did not', () => ({ failed: 'false' }), ({ status }) => status !== null && status < 400],
    ['a kind', () => ({ kind: 'proxy' }), () => true],
    ['a kind that there is none of', () => ({ kind: 'refresh' }), () => false],
    ['an integration', () => ({ integration_id: 'other' }), ({ integration_id: id }) => id === 'other'],
    ['a connection', () => ({ connection_id: 'two' }), ({ connection_id: id }) => id === 'two'],
    ['a connection that there is not', () => ({ connection_id: 'three' }), () => false],
    [
        'a connection and what its index does not have',
        () => ({ connection_id: 'one', integration_id: 'other', failed: 'true' }),
        ({ connection_id: id, integration_id: key, failed }) => id === 'one' && key === 'other' && failed
    ],
    ['a beginning', () => ({ since: at(9) }), (_, index) => index <= 9],
    ['an end', () => ({ until: at(9) }), (_, index) => index > 9],
    ['a time between', () => ({ since: at(20), until: at(10) }), (_, index) => index > 10 && index <= 20],
    ['the beginning of a word of the address', () => ({ search: '4711' }), ({ url }) => url.includes('/4711')],
    ['words in any order and case', () => ({ search: 'LINES invoices' }), ({ url }) => url.includes('/lines')],
    ['a word beyond ASCII', () => ({ search: 'zoë' }), ({ url }) => url.includes('candidates')],
    ['the words of an error', () => ({ search: all.find(({ error }) => error)?.error?.message ?? '' }), ({ status }) => status === null],
    [
        'several filters',
        () => ({ integration_id: 'acme', status: '5xx', search: 'invoices', since: at(30) }),
        ({ integration_id: id, status, url }, index) =>
            id === 'acme' && status !== null && status >= 500 && url.includes('invoices') && index <= 30
    ]
];

test.each(cases)('a list by %s has, page by page, each entry that fits once, the newest first', async (_, query, fits) => {
    const wanted = all.filter(fits).map(({ id }) => id);
    expect((await pagesOf(query())).map(({ id }) => id)).toEqual(wanted);
});

test.each(['kind', 'failed', 'integration', 'class', 'run'])(
    'a search for the word %s, which filters are named by, finds no more than has it',
    async (search) => {
        const wanted = all.filter(({ url, error }) => `${url} ${error?.message}`.includes(search));
        expect((await pagesOf({ search })).map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
    }
);

test('entries of the release before, whose filters have no colon before them, are filtered too', async () => {
    const wanted = all.filter(({ status }) => status === 404).map(({ id }) => id);
    const older = all.slice(0, 20).map(({ id }) => id);
    const terms = sql`(select array_to_tsvector(array_agg(replace(term, ' :', ' '))) from unnest(tsvector_to_array(terms)) as term)`;
    await sql`update request_log set terms = ${terms} where id = any(${older}::uuid[])`.execute(world.app.db);
    expect((await pagesOf({ status: '404', kind: 'proxy' })).map(({ id }) => id)).toEqual(wanted);
});

test('another environment sees nothing of it, in lists, by its id or in a tail', async () => {
    const token = world.app.keys.prod;
    const inProd = world.app.callAs(token);
    expect((await inProd(listLogs, { query: { search: 'invoices' } })).data).toEqual([]);
    expect((await inProd(listLogs, {})).data).toEqual([]);
    await expect(inProd(getLog, { params: { log_id: all[0]?.id ?? '' } })).rejects.toMatchObject({ status: 404, code: 'not_found' });
    const leaving = new AbortController();
    const begun = async (key: string) => {
        const tail = await fetch(`${world.app.url}/logs/tail`, { headers: { authorization: `Bearer ${key}` }, signal: leaving.signal });
        const heard = { text: '' };
        const read = async () => {
            for await (const chunk of tail.body?.pipeThrough(new TextDecoderStream()) ?? []) heard.text += chunk;
        };
        return { heard, ended: read().catch(() => {}) };
    };
    const [theirs, ours] = await Promise.all([begun(token), begun(world.app.keys.dev)]);
    await send(world, '/tailed?status=200');
    await expect.poll(() => ours.heard.text).toContain('/tailed');
    leaving.abort();
    await Promise.all([theirs.ended, ours.ended]);
    expect(theirs.heard.text).not.toContain('event:');
});

test('an entry is found among many newer ones, however many of them fit the same word', async () => {
    // Beyond the entries that are looked at before an index is, and beyond what an index collects.
    const { rows } = await sql<{ id: string }>`
        insert into request_log (environment_id, id, operation_id, attempt, request_id, kind, provider, integration_key, method, url, status,
            is_failed, started_at, queue_ms, total_ms, request_bytes, response_bytes, details, terms)
        select environment_id, overlay(${all[0]?.id}::text placing lpad(to_hex(n), 12, '0') from 25)::uuid, operation_id, 1, 'many', kind, provider,
            integration_key, method, 'https://many', case n when 5 then 418 else 200 end, n = 5, started_at, 0, 1, 0, 0, details,
            array_to_tsvector(array[substr(environment_id::text, 1, 8) || ' many', substr(environment_id::text, 1, 8) || case n when 5 then ' rare' else ' usual' end])
        from request_log, generate_series(1, 25000) n where id = ${all[0]?.id}::uuid returning id`.execute(world.app.db);
    expect(rows).toHaveLength(25_000);
    expect((await pagesOf({ search: 'rare' })).map(({ status }) => status)).toEqual([418]);
    expect((await pagesOf({ search: 'many rare' })).map(({ status }) => status)).toEqual([418]);
    const first = await world.app.call(listLogs, { query: { search: 'many', limit: 100 } });
    const newest = rows
        .map(({ id }) => id)
        .toSorted()
        .toReversed();
    expect(first.data.map(({ id }) => id)).toEqual(newest.slice(0, 100));
    expect((await pagesOf({ search: 'invoices' })).length).toBe(all.filter(({ url }) => url.includes('invoices')).length);
});
