import {
    confirmConnection,
    createReconnectLinks,
    createReconnectSession,
    importConnection,
    updateConnection,
    updateIntegration
} from '@patchbay/contracts';
import { BEARER_API_KEYS, type EndUser, OAUTH_CC_CLIENT, startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectBySignIn, signIn, start } from '../attempts/attempts.fixtures.ts';
import { makeLink, openLink } from './connect-links.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    for (const provider of [
        'sandbox-oauth2',
        'sandbox-oauth2-cc',
        'sandbox-api-key',
        'sandbox-basic',
        'sandbox-two-keys',
        'unauthenticated'
    ])
        await app.integrate(provider);
});
beforeEach(async () => {
    await app.sandbox.control('reset', {});
    for (const table of ['connections', 'connect_links', 'connect_sessions'] as const) await app.db.deleteFrom(table).execute();
});
afterAll(() => app[Symbol.asyncDispose]());

const key = { credentials: { apiKey: BEARER_API_KEYS.acme } };
const byKey = (integrationId: string, typed: object) => async (endUser: EndUser) => start(endUser, integrationId, typed);
const bySignIn = async (endUser: EndUser) => (await signIn(app, endUser, 'sandbox-oauth2')).attempt;

async function imported(provider_config_key: string, credentials: object, more: object = {}): Promise<string> {
    const body = { provider_config_key, connection_id: 'it', credentials, ...more };
    // The credentials are of the type that the integration has.
    await app.call(importConnection, { body } as Parameters<typeof app.call<typeof importConnection>>[1]);
    return 'it';
}
/** Typed or clicked in a session of their own, by this end user. */
async function connected(endUser: EndUser, connect: (endUser: EndUser) => Promise<{ connection_id: string | null }>): Promise<string> {
    return (await connect(endUser)).connection_id ?? expect.fail('Nothing was connected.');
}

interface Kind {
    integration: string;
    make(): Promise<string>;
    reconnect(endUser: EndUser): Promise<unknown>;
}

const client = { client_id: OAUTH_CC_CLIENT.id, client_secret: OAUTH_CC_CLIENT.secret };
const kinds: [string, Kind][] = [
    [
        'an imported key without an end user',
        {
            integration: 'sandbox-api-key',
            make: () => imported('sandbox-api-key', { type: 'API_KEY', apiKey: BEARER_API_KEYS.acme }),
            reconnect: byKey('sandbox-api-key', key)
        }
    ],
    [
        'an imported sign-in without an end user',
        {
            integration: 'sandbox-oauth2',
            make: () => imported('sandbox-oauth2', { type: 'OAUTH2', access_token: 'a', refresh_token: 'r' }),
            reconnect: bySignIn
        }
    ],
    [
        'imported client credentials of an end user',
        {
            integration: 'sandbox-oauth2-cc',
            make: () => imported('sandbox-oauth2-cc', { type: 'OAUTH2_CC', token: 't', ...client }, { end_user: { id: 'ada' } }),
            reconnect: byKey('sandbox-oauth2-cc', { credentials: client })
        }
    ],
    [
        'a key that the end user typed',
        {
            integration: 'sandbox-api-key',
            make: async () => connected(await app.session(), byKey('sandbox-api-key', key)),
            reconnect: byKey('sandbox-api-key', key)
        }
    ],
    [
        'a name and a password',
        {
            integration: 'sandbox-basic',
            make: async () =>
                connected(await app.session(), byKey('sandbox-basic', { credentials: { username: 'ada', password: 'lovelace' } })),
            reconnect: byKey('sandbox-basic', { credentials: { username: 'ada', password: 'lovelace' } })
        }
    ],
    ['a sign-in', { integration: 'sandbox-oauth2', make: () => connectBySignIn(app, 'sandbox-oauth2'), reconnect: bySignIn }],
    [
        'what a share link connected and the backend confirmed',
        {
            integration: 'sandbox-api-key',
            async make() {
                const id = await connected(await openLink(app, (await makeLink(app)).url), byKey('sandbox-api-key', key));
                const body = { provider_config_key: 'sandbox-api-key', end_user_id: 'ada' };
                await app.call(confirmConnection, { params: { connection_id: id }, body });
                return id;
            },
            reconnect: byKey('sandbox-api-key', key)
        }
    ],
    [
        'one that was made for tags, without an end user',
        {
            integration: 'sandbox-api-key',
            make: async () => connected(await app.session({ end_user: undefined, tags: { team: 'a' } }), byKey('sandbox-api-key', key)),
            reconnect: byKey('sandbox-api-key', key)
        }
    ],
    [
        'one whose end user has been deleted in the product, and was replaced',
        {
            integration: 'sandbox-oauth2',
            async make() {
                const id = await connectBySignIn(app, 'sandbox-oauth2');
                await app.raw('/connect/sessions?end_user_id=user_1', { method: 'DELETE' });
                const query = { provider_config_key: 'sandbox-oauth2' };
                await app.call(updateConnection, { params: { connection_id: id }, query, body: { end_user: { id: 'successor' } } });
                return id;
            },
            reconnect: bySignIn
        }
    ],
    [
        'one whose provider takes anybody',
        {
            integration: 'unauthenticated',
            make: () => imported('unauthenticated', { type: 'NONE' }),
            reconnect: byKey('unauthenticated', {})
        }
    ]
];

async function breakIt(id: string): Promise<void> {
    const now = app.clock.now().toISOString();
    const failure = { kind: 'revoked', message: 'Refused.', since: now, at: now, tries: 1, odd_days: [], retry_at: null, event_id: null };
    await app.db
        .updateTable('connections')
        .set({ auth_state: 'broken', auth_failure: JSON.stringify(failure) })
        .where('connection_id', '=', id)
        .execute();
}

describe.each(kinds)('%s', (_, { integration, make, reconnect }) => {
    test.each([
        ['a reconnect session', (id: string) => app.reconnectSession(id, integration)],
        [
            'a reconnect link',
            async () => {
                const { data } = await app.call(createReconnectLinks, { body: {} });
                return openLink(app, data.links[0]?.url ?? '');
            }
        ]
    ])('is reconnected by %s, and keeps its id and its end user', async (_how, open) => {
        const id = await make();
        await breakIt(id);
        const [before] = await app.connections();
        expect(before?.health.status).toBe('needs_reconnect');
        expect(await reconnect(await open(id))).toMatchObject({ status: 'succeeded', connection_id: id, is_new: false });
        const [after, ...others] = await app.connections();
        expect([after?.id, after?.end_user, others]).toEqual([before?.id, before?.end_user, []]);
        expect(after?.health.status).toBe('healthy');
    });
});

describe('what cannot be reconnected is refused, and the response says what to do', () => {
    const mint = (connection_id: string) =>
        app.call(createReconnectSession, { body: { connection_id, integration_id: 'sandbox-api-key' } });

    test('while the integration is switched off', async () => {
        const id = await connected(await app.session(), byKey('sandbox-api-key', key));
        const setEnabled = (enabled: boolean) => app.call(updateIntegration, { params: { id: 'sandbox-api-key' }, body: { enabled } });
        await setEnabled(false);
        await expect(mint(id)).rejects.toMatchObject({ code: 'integration_disabled', message: expect.stringContaining('Switch it on') });
        await setEnabled(true);
        expect((await mint(id)).data.token).toEqual(expect.any(String));
    });

    test('before the backend has confirmed it', async () => {
        const id = await connected(await openLink(app, (await makeLink(app)).url), byKey('sandbox-api-key', key));
        await expect(mint(id)).rejects.toMatchObject({ code: 'not_confirmed', message: expect.stringContaining('/confirm') });
    });
});
