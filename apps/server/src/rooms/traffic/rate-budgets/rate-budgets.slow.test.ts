import { importConnection } from '@patchbay/contracts';
import { BEARER_API_KEYS, APPLICATION_SECRET, KEYED_API_KEYS, startTestApp, type TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { errorOf, outcomeOf, spellingsOf, storedText } from '../../../api.fixtures.ts';
import { deleteExpiredBudgets } from './delete-expired-budgets.ts';
import { callProvider, catalogueWith, connectMany, trafficAt } from './rate-budgets.fixtures.ts';
import { storedBudget } from './stored-budget.ts';

const twentyPerSecond = { section: 'keyed', windows: [{ requests: 20, per_ms: 1000 }] };

let app: TestApp;
let replicas: TestApp[];

beforeAll(async () => {
    app = await startTestApp();
    replicas = await Promise.all([1, 2, 3].map(() => startTestApp({ replicaOf: app })));
    await connectMany(app, 30);
});
beforeEach(() => app.sandbox.control('reset', {}));
afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica[Symbol.asyncDispose]()));
    await app[Symbol.asyncDispose]();
});

test('four servers with thirty connections on one key, one of which floods, never exceed what the provider allows, and all have their turns', async () => {
    // Twenty in a second are known to be allowed; the rest of it is room for arrivals that a busy
    // machine delays. Four separate budgets, or one that begins anew each second, exceed it.
    await app.sandbox.control('limits', { section: 'keyed', windows: [{ requests: 20, per_ms: 600 }] });
    const servers = [app, ...replicas];
    let answered = 0;
    /** How many calls were answered while this one waited. */
    const call = async (turn: number, connection: number) => {
        const before = answered;
        const outcome = outcomeOf(await callProvider(servers[turn % 4] ?? app, connection));
        answered += 1;
        return { outcome, passed: answered - before };
    };
    const flood = Array.from({ length: 40 }, (_, turn) => call(turn, 0));
    const others = Array.from({ length: 29 }, async (_, index) => [await call(index, index + 1), await call(index + 1, index + 1)]);
    const patient = (await Promise.all(others)).flat();
    const responses = [...patient, ...(await Promise.all(flood))];
    expect(new Set(responses.map(({ outcome }) => outcome))).toEqual(new Set(['200']));
    const traffic = await trafficAt(app);
    expect(traffic).toMatchObject({ total: 98, refused: 0 });
    expect(traffic.most_in_window[0]).toBeLessThanOrEqual(20);
    // In the fifth second, if nothing else keeps the machine busy.
    expect(traffic.last_arrival_ms - traffic.first_arrival_ms).toBeLessThan(8000);
    expect(Math.max(...patient.map(({ passed }) => passed))).toBeLessThanOrEqual(2 * 30);
});

test('a provider that refuses a call is left alone by all servers for as long as it says', async () => {
    await app.sandbox.control('limits', { section: 'keyed', windows: [{ requests: 2, per_ms: 60_000 }], retry_after: 2 });
    const startedAt = performance.now();
    const responses = await Promise.all([0, 1, 2].map((connection) => callProvider(app, connection)));
    expect(responses.map(outcomeOf).toSorted()).toEqual(['200', '200', '429']);
    expect(await trafficAt(app)).toMatchObject({ refused: 1 });
    await app.sandbox.control('limits', twentyPerSecond);
    await vi.waitFor(async () => expect(JSON.stringify(await budgets(app))).toContain('"closed"'));
    const [replica = app] = replicas;
    const next = await callProvider(replica, 3);
    expect(outcomeOf(next)).toBe('200');
    expect(performance.now() - startedAt).toBeGreaterThan(2000);
    expect(await trafficAt(app)).toMatchObject({ total: 1, refused: 0 });
});

test('who leaves while waiting makes room for the next', async () => {
    await using slow = await startTestApp({
        providers: catalogueWith({ rate_limits: { per: 'credentials', windows: [{ requests: 1, per_seconds: 4 }] } })
    });
    await connectMany(slow, 3);
    await slow.sandbox.control('limits', { section: 'keyed', windows: [{ requests: 1, per_ms: 4000 }] });
    await callProvider(slow, 0);
    const gone = new AbortController();
    const leaving = callProvider(slow, 1, { signal: gone.signal }).catch((error: Error) => error.name);
    await vi.waitFor(async () => expect(JSON.stringify(await budgets(slow))).toContain('waiting":[["'));
    const staying = callProvider(slow, 2);
    gone.abort();
    expect(await leaving).toBe('AbortError');
    expect((await staying).tookMs).toBeLessThan(7000);
    expect(await trafficAt(slow)).toMatchObject({ total: 2, refused: 0 });
});

test('who would have to wait for more than a minute is told so at once, and for how long', async () => {
    await using slow = await startTestApp({
        providers: catalogueWith({ rate_limits: { per: 'credentials', windows: [{ requests: 2, per_seconds: 600 }] } })
    });
    await connectMany(slow, 1);
    await callProvider(slow);
    await callProvider(slow);
    const refused = await callProvider(slow);
    expect(outcomeOf(refused)).toBe('429 provider_rate_limited');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(590);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(604);
    expect(refused.tookMs).toBeLessThan(5000);
    expect(errorOf(refused).message).toContain('Retry-After');
});

test('a key that two environments use has a budget in each', async () => {
    await using slow = await startTestApp({
        providers: catalogueWith({ rate_limits: { per: 'credentials', windows: [{ requests: 1, per_seconds: 600 }] } })
    });
    const { dev, prod } = slow.keys;
    for (const key of [dev, prod]) await connectMany(slow, 1, key);
    await slow.sandbox.control('faults', [{ match: { path_regex: '^/keyed/' }, action: { type: 'delay', ms: 500 } }]);
    const first = callProvider(slow, 0, { token: dev });
    await vi.waitFor(async () => expect(await budgets(slow)).toHaveLength(1));
    expect(outcomeOf(await callProvider(slow, 0, { token: prod }))).toBe('200');
    expect(outcomeOf(await first)).toBe('200');
    for (const token of [dev, prod]) expect(outcomeOf(await callProvider(slow, 0, { token }))).toBe('429 provider_rate_limited');
});

test('calls that others make with the same key are learned of, so that none is refused', async () => {
    await using learning = await startTestApp({
        providers: catalogueWith({ retry: { remaining: 'x-ratelimit-remaining', at: 'x-ratelimit-reset' } })
    });
    await connectMany(learning, 2);
    await learning.sandbox.control('limits', { ...twentyPerSecond, headers: 'ratelimit' });
    const headers = { 'x-api-key': KEYED_API_KEYS.acme, 'x-application-secret': APPLICATION_SECRET };
    const elsewhere = Array.from({ length: 12 }, () => fetch(`${learning.sandbox.url}/keyed/v0/users`, { headers }));
    await Promise.all(elsewhere.map(async (one) => (await one).arrayBuffer()));
    await callProvider(learning, 0);
    const responses = await Promise.all(Array.from({ length: 20 }, () => callProvider(learning, 1)));
    expect(new Set(responses.map(outcomeOf))).toEqual(new Set(['200']));
    expect(await trafficAt(learning)).toMatchObject({ refused: 0 });
});

test('a provider that takes long to answer is still called as often as it allows', async () => {
    await using slow = await startTestApp({
        providers: catalogueWith({ rate_limits: { per: 'credentials', windows: [{ requests: 1, per_seconds: 1 }] } })
    });
    await connectMany(slow, 2);
    await slow.sandbox.control('limits', { section: 'keyed', windows: [{ requests: 1, per_ms: 1000 }] });
    await slow.sandbox.control('faults', [{ match: { path_regex: '^/keyed/' }, action: { type: 'delay', ms: 4000 } }]);
    await Promise.all([callProvider(slow, 0), callProvider(slow, 1)]);
    const traffic = await trafficAt(slow);
    expect(traffic).toMatchObject({ total: 2, refused: 0 });
    // Counted from the responses, the second would begin five seconds after the first.
    expect(traffic.last_arrival_ms - traffic.first_arrival_ms).toBeLessThan(4000);
});

test('what is stored names no key, and is forgotten when it does not matter any more', async () => {
    await callProvider(app);
    // By then it has told all that there is to tell.
    await vi.waitFor(async () => expect((await budgets(app)).map(({ state }) => storedBudget.parse(state).servers)).toEqual([{}]));
    const stored = await storedText(app.db);
    for (const spelling of spellingsOf(KEYED_API_KEYS.acme)) expect(stored).not.toContain(spelling);
    await deleteExpiredBudgets(app.server.deps);
    expect(await budgets(app)).toHaveLength(1);
    await app.db
        .updateTable('rate_budgets')
        .set({ kept_until: new Date(Date.now() - 1000) })
        .execute();
    await deleteExpiredBudgets(app.server.deps);
    expect(await budgets(app)).toEqual([]);
    expect(outcomeOf(await callProvider(app))).toBe('200');
});

test('a provider without limits costs nothing', async () => {
    await using unlimited = await startTestApp();
    await unlimited.integrate('sandbox-api-key');
    const credentials = { type: 'API_KEY' as const, apiKey: BEARER_API_KEYS.acme };
    await unlimited.call(importConnection, { body: { provider_config_key: 'sandbox-api-key', connection_id: 'c0', credentials } });
    const headers = { 'provider-config-key': 'sandbox-api-key', 'connection-id': 'c0' };
    expect(outcomeOf(await unlimited.raw('/proxy/v1/account', { headers }))).toBe('200');
    expect(await budgets(unlimited)).toEqual([]);
});

test('while the budgets cannot be read nothing is sent, and afterwards all is well', async () => {
    await using broken = await startTestApp();
    await connectMany(broken, 1);
    await broken.sandbox.control('limits', twentyPerSecond);
    await sql`alter table rate_budgets rename to out_of_reach`.execute(broken.db);
    expect((await callProvider(broken)).status).toBe(500);
    await expect(trafficAt(broken)).rejects.toThrow('The provider has seen no call.');
    await sql`alter table out_of_reach rename to rate_budgets`.execute(broken.db);
    expect(outcomeOf(await callProvider(broken))).toBe('200');
});

const budgets = ({ db }: TestApp) => db.selectFrom('rate_budgets').select('state').execute();
