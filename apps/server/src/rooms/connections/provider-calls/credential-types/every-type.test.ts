import { deleteConnection } from '@patchbay/contracts';
import { findProvider, valueAt } from '@patchbay/providers';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { storedAttempt, storedConnection } from '../../../connect/attempts/attempts.fixtures.ts';
import { type Journey, journeys } from './journeys.fixtures.ts';

/** Longer than any of these tokens lives. */
const endedMs = 61 * 60_000;

/** Modes, or types on the wire, of what a sign-in gave and the vendor takes back. */
const revocable = ['OAUTH2', 'OAUTH1', 'INSTALL_PLUGIN'];

/** What a vendor may do to any request. */
const troubles: readonly [name: string, action: Record<string, unknown>][] = [
    ['is down', { type: 'status', code: 503 }],
    ['limits requests', { type: 'status', code: 429 }],
    ['shows a page of HTML', { type: 'garbage', code: 200 }],
    ['cuts the connection off', { type: 'truncate' }],
    ['resets the connection', { type: 'reset' }],
    ['does not respond', { type: 'hold' }]
];

describe.each(Object.entries(journeys))('%s', (mode, journey) => {
    const { provider, path, renewal, refused } = journey;
    let app: TestApp;
    let id = '';
    beforeAll(async () => {
        app = await startTestApp({ providerTimeouts: { checkMs: 1500, tokenMs: 1500 } });
        await journey.integrate(app);
    });
    afterEach(() => trouble());
    afterAll(() => app[Symbol.asyncDispose]());

    /** Where the vendor is asked; no action ends it. */
    const trouble = (action?: Record<string, unknown>, at = journey.asked) =>
        app.sandbox.control(`${journey.vendor}faults`, action ? [{ match: { path_regex: at }, action }] : []);
    const proxied = () =>
        app.raw(`/proxy${path}`, {
            ...journey.sends,
            headers: { ...journey.sends?.headers, 'provider-config-key': provider, 'connection-id': id, retries: '0' }
        });
    const connection = () => app.connection(id, provider);
    /** When a connection was last used is stored a little later. */
    const connectionIds = async () => (await app.connections()).map((one) => one.connection_id);
    const forced = () => app.raw(`/connections/${id}?provider_config_key=${provider}&force_refresh=true`);

    test('is connected, checked, stored sealed and sent by the proxy', async () => {
        const attempt = await journey.connect(app, await app.session(), 'first');
        expect(attempt).toMatchObject({ status: 'succeeded', code: null, is_new: true });
        id = attempt.connection_id ?? '';
        const { credentials, auth } = await connection();
        expect([credentials['type'], auth.state]).toEqual([journey.type ?? mode, 'ok']);
        expect((await proxied()).status).toBe(200);
        const stored = await storedConnection(app, id);
        for (const secret of secretsIn(journey, credentials)) {
            expect(stored?.credentials.includes(secret)).toBe(false);
            expect(app.logLines.filter((line) => line.includes(secret))).toEqual([]);
        }
    });

    test('what the vendor refuses is said by its code and in its words, and nothing is stored', async () => {
        const before = await connectionIds();
        const attempt = await journey.connect(app, await app.session(), 'wrong');
        expect(attempt).toMatchObject({ status: 'failed', code: refused.code });
        if (refused.words) expect(attempt.provider_text).toMatch(refused.words);
        expect(await connectionIds()).toEqual(before);
        expect((await storedAttempt(app, attempt.attempt_id)).secrets.length).toBe(0);
    });

    test.each(troubles)('a vendor that %s is not taken for a refusal, and nothing is stored', async (_name, action) => {
        const before = await connectionIds();
        await trouble(action);
        const attempt = await journey.connect(app, await app.session(), 'next');
        expect(attempt).toMatchObject({ status: 'failed', code: 'provider_down' });
        expect(await connectionIds()).toEqual(before);
    });

    test.each(troubles.slice(0, -1))('a call to a vendor that %s does not break the connection', async (_name, action) => {
        await trouble(action, journey.arrivesAt ?? `${path.replaceAll('.', '\\.')}$`);
        // A response that is cut off is cut off for the caller as well.
        await proxied().catch(() => undefined);
        expect((await connection()).auth).toMatchObject({ state: 'ok', failure: null });
        await trouble();
        expect((await proxied()).status).toBe(200);
    });

    test.each(renewal?.asked ? troubles : [])(
        'a renewal at a vendor that %s breaks nothing, and the next one works',
        async (_name, action) => {
            const { member = '', asked } = renewal ?? {};
            const before = valueAt((await connection()).credentials, member);
            await trouble(action, asked ?? '');
            await forced();
            const { credentials, auth } = await connection();
            expect([valueAt(credentials, member), auth.state]).toEqual([before, 'failing']);
            await trouble();
            await forced();
            const after = await connection();
            expect(after.auth).toMatchObject({ state: 'ok', failure: null });
            expect(valueAt(after.credentials, member)).not.toBe(before);
            expect((await proxied()).status).toBe(200);
        }
    );

    test('two who connect at once get a connection each', async () => {
        const [one, two] = [await app.session(), await app.session()];
        const both = await Promise.all([journey.connect(app, one, 'next'), journey.connect(app, two, 'next')]);
        expect(both.map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
        expect(new Set([id, ...both.map(({ connection_id }) => connection_id)]).size).toBe(3);
    });

    test('a reconnect keeps the id', async () => {
        const again = await journey.connect(app, await app.reconnectSession(id, provider), 'again');
        expect(again).toMatchObject({ status: 'succeeded', connection_id: id, is_new: false });
        expect((await proxied()).status).toBe(200);
    });

    test('what has ended is renewed once for two readers, where something renews it', async () => {
        const member = renewal?.member ?? 'type';
        const before = await connection();
        await app.sandbox.control(`${journey.vendor}journal`, undefined, 'DELETE');
        app.clock.advance(endedMs);
        if (journey.vendor !== '') await app.sandbox.control(`${journey.vendor}clock`, { advance_ms: endedMs });
        const [one, two] = await Promise.all([connection(), connection()]);
        expect(one.credentials).toEqual(two.credentials);
        if (!renewal) return expect(one.credentials).toEqual(before.credentials);
        expect(valueAt(one.credentials, member)).not.toBe(valueAt(before.credentials, member));
        expect(await requestsAt(renewal.asked)).toBe(renewal.asked === null ? 0 : 1);
    });

    test('a deletion says whether the access was taken back, and nothing is left', async () => {
        const deleted = await app.call(deleteConnection, { params: { connection_id: id }, query: { provider_config_key: provider } });
        expect(deleted).toMatchObject({
            success: true,
            revocation: {
                outcome: journey.revokes || revocable.some((one) => one === mode || one === journey.type) ? 'revoked' : 'unsupported'
            }
        });
        const gone = await app.raw(`/connections/${id}?provider_config_key=${provider}`);
        expect(gone.status).toBe(404);
        expect((await proxied()).status).toBe(400);
    });

    async function requestsAt(pattern: string | null): Promise<number> {
        const journal = await app.sandbox.control(`${journey.vendor}journal?path_regex=${encodeURIComponent(pattern ?? journey.asked)}`);
        // The control plane's own shape.
        return (journal as { requests: unknown[] }).requests.length;
    }
});

/** Those that are long enough to be found by chance nowhere. */
function secretsIn({ provider, renewal }: Journey, credentials: Readonly<Record<string, unknown>>): string[] {
    const fields = Object.entries(findProvider(provider)?.credentials ?? {}).flatMap(([name, { secret }]) => (secret ? [name] : []));
    return [...fields, ...(renewal ? [renewal.member] : [])]
        .map((name) => String(valueAt(credentials, name)))
        .map((text) => text.split('\n').at(1) ?? text)
        .filter((value) => value.length >= 16);
}
