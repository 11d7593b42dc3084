import { type FormField, getConnectSession, importConnection, updateIntegration } from '@patchbay/contracts';
import { type ApiKeyProvider, providers } from '@patchbay/providers';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf, outcomeOf, sendJson } from '../../../api.fixtures.ts';
import { start, startSignIn } from '../attempts/attempts.fixtures.ts';
import { makeLink, openLink } from '../connect-links/connect-links.fixtures.ts';

const pem = `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n'.repeat(4)}-----END PRIVATE KEY-----\n`;
/** Has everything that a form can have. */
const keyVault: ApiKeyProvider = {
    id: 'key-vault',
    display_name: 'Key Vault',
    categories: ['other'],
    auth_mode: 'API_KEY',
    docs: 'https://vault.example/docs',
    docs_connect: 'https://vault.example/keys',
    guide: ['Open the vault.', 'Copy the key and paste it here. It is shown only once.'],
    credentials: {
        apiKey: {
            type: 'string',
            title: 'Private key',
            multiline: true,
            accept: '.pem,.key',
            doc_section: 'private',
            secret: true,
            order: 2
        },
        passphrase: { type: 'string', title: 'Passphrase', secret: true, optional: true, order: 3 },
        keyId: { type: 'string', title: 'Key ID', order: 1 }
    },
    connection_config: {
        hosting: { type: 'string', title: 'Hosting', enum: ['cloud', 'own'], default_value: 'cloud' },
        host: { type: 'string', title: 'Host', format: 'hostname', visible_when: { field: 'hosting', equals: 'own' } },
        pin: { type: 'string', title: 'PIN', secret: true, optional: true }
    },
    no_check: 'There is no such vault.',
    proxy: { base_url: 'https://vault.example' }
};

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp({ providers: new Map([...providers, [keyVault.id, keyVault]]) });
    for (const provider of ['key-vault', 'google', 'microsoft', 'zendesk', 'stripe', 'intercom', 'unauthenticated', 'sandbox-oauth2'])
        await app.integrate(provider);
});
afterAll(() => app[Symbol.asyncDispose]());

const viewOf = async (session: { token: string }, language?: string) =>
    (await app.callAs(session.token)(getConnectSession, language === undefined ? {} : { headers: { 'accept-language': language } })).data;
async function integrationIn(session: { token: string }, id: string, language?: string) {
    const found = (await viewOf(session, language)).integrations.find((integration) => integration.id === id);
    if (!found) throw new Error(`The session does not offer ${id}.`);
    return found;
}
const byName = (fields: FormField[]) => Object.fromEntries(fields.map((field) => [field.name, field]));
const typed = { credentials: { keyId: 'k1', apiKey: pem } };

test('a form says which fields keep their lines, take a file, depend on another, and where each is explained', async () => {
    const { docs_url, fields } = await integrationIn(await app.session(), 'key-vault');
    expect(docs_url).toBe('https://vault.example/keys');
    expect(fields.map(({ name }) => name)).toEqual(['keyId', 'apiKey', 'passphrase', 'hosting', 'host', 'pin']);
    expect(byName(fields)).toMatchObject({
        apiKey: {
            multiline: true,
            accept: '.pem,.key',
            docs_url: 'https://vault.example/keys#private',
            visible_when: null,
            saved_ending: null
        },
        keyId: { multiline: false, accept: null, docs_url: null, lang: 'en' },
        hosting: { enum: ['cloud', 'own'], default_value: 'cloud' },
        host: { visible_when: { field: 'hosting', values: ['own'] } }
    });
    const ownDocs = await app.session({ overrides: { 'key-vault': { docs_connect: 'https://help.example/vault' } } });
    expect(await integrationIn(ownDocs, 'key-vault')).toMatchObject({ docs_url: 'https://help.example/vault' });
    for (const docs_connect of ['https://help.example/vault', '']) {
        const { fields: fieldsThere } = await integrationIn(
            await app.session({ overrides: { 'key-vault': { docs_connect } } }),
            'key-vault'
        );
        expect(byName(fieldsThere)['apiKey']?.docs_url).toBe(null);
    }
});

test('a private API has the steps and the page that its operator gives, and none else', async () => {
    await app.integrate('private-api-bearer');
    const told = async (body: Parameters<TestApp['session']>[0]) => {
        const { guide, docs_url } = await integrationIn(await app.session(body), 'private-api-bearer');
        return { guide, docs_url };
    };
    expect(await told({})).toEqual({ guide: null, docs_url: null });
    const steps = ['Open the profile in our portal.', 'Copy the token.'];
    await app.call(updateIntegration, { params: { id: 'private-api-bearer' }, body: { guide: steps } });
    const docs_connect = 'https://help.example/token';
    expect(await told({ overrides: { 'private-api-bearer': { docs_connect } } })).toEqual({
        guide: { steps, lang: null },
        docs_url: docs_connect
    });
});

test('a field that depends on a value that the backend gave is asked plainly or not at all, and the server agrees', async () => {
    const given = (hosting: string) => app.session({ integrations_config_defaults: { 'key-vault': { connection_config: { hosting } } } });
    const cloud = await given('cloud');
    expect(byName((await integrationIn(cloud, 'key-vault')).fields)).not.toHaveProperty('host');
    expect((await start(cloud, 'key-vault', typed)).status).toBe('succeeded');
    const own = await given('own');
    expect(byName((await integrationIn(own, 'key-vault')).fields)['host']).toMatchObject({ visible_when: null, optional: false });
    const without = await sendJson(app, 'POST', '/connect/attempts', { integration_id: 'key-vault', ...typed }, own.token);
    expect(errorOf(without).errors).toEqual([{ code: 'custom', message: 'Enter your host.', path: ['connection_config', 'host'] }]);
    expect((await start(own, 'key-vault', { ...typed, connection_config: { host: 'vault.acme.example' } })).status).toBe('succeeded');
});

test('a field that depends on what the end user chooses is needed with that choice alone', async () => {
    const attempt = async (connection_config: Record<string, string>) =>
        outcomeOf(
            await sendJson(
                app,
                'POST',
                '/connect/attempts',
                { integration_id: 'key-vault', ...typed, connection_config },
                (await app.session()).token
            )
        );
    expect(await attempt({ hosting: 'cloud' })).toBe('201');
    expect(await attempt({ hosting: 'own' })).toBe('400 invalid_body');
    expect(await attempt({ hosting: 'own', host: 'vault.acme.example' })).toBe('201');
});

test('a key of several lines is stored with its line breaks', async () => {
    const { connection_id: id } = await start(await app.session(), 'key-vault', { ...typed, connection_config: { hosting: 'cloud' } });
    expect((await app.connection(id ?? '', 'key-vault')).credentials).toMatchObject({ apiKey: pem });
});

test('a reconnect shows the last four characters of each saved secret that is long enough, and nothing else of it', async () => {
    const { connection_id: id } = await start(await app.session(), 'key-vault', {
        credentials: { ...typed.credentials, passphrase: 'correct-horse-battery' },
        connection_config: { hosting: 'cloud', pin: '12345678901' }
    });
    const session = await app.reconnectSession(id ?? '', 'key-vault');
    const response = await app.raw('/connect/session', { token: session.token });
    const { fields } = await integrationIn(session, 'key-vault');
    expect(Object.fromEntries(fields.map((field) => [field.name, field.saved_ending]))).toEqual({
        keyId: null,
        apiKey: null,
        passphrase: 'tery',
        pin: null
    });
    for (const secret of ['correct', 'attery', 'BEGIN PRIVATE', '12345678901', '8901']) expect(response.text).not.toContain(secret);
});

test('a reconnect says what is kept in the words of the form, and asks for none of it', async () => {
    const { connection_id: id } = await start(await app.session(), 'key-vault', {
        ...typed,
        connection_config: { hosting: 'own', host: 'vault.acme.example', pin: '1234' }
    });
    const { connection, integrations } = await viewOf(await app.reconnectSession(id ?? '', 'key-vault'));
    expect(connection?.connection_config).toEqual({ hosting: 'own', host: 'vault.acme.example' });
    expect(connection?.config_fields.map(({ name, title }) => [name, title])).toEqual([
        ['hosting', 'Hosting'],
        ['host', 'Host']
    ]);
    const asked = integrations.find((integration) => integration.id === 'key-vault')?.fields.map(({ name }) => name);
    expect(asked).toEqual(['keyId', 'apiKey', 'passphrase', 'pin']);
});

test('secrets that cannot be opened any more have no ending, and can still be renewed', async () => {
    const { connection_id: id } = await start(await app.session(), 'key-vault', { ...typed, connection_config: { hosting: 'cloud' } });
    await app.db
        .updateTable('connections')
        .set({ credentials: Buffer.alloc(64, 1) })
        .where('connection_id', '=', id ?? '')
        .execute();
    const session = await app.reconnectSession(id ?? '', 'key-vault');
    expect((await integrationIn(session, 'key-vault')).fields.map((field) => field.saved_ending)).toEqual([null, null, null, null]);
    expect((await start(session, 'key-vault', typed)).status).toBe('succeeded');
});

test('an integration says what this end user has connected, and since when it is refused', async () => {
    const grace = { end_user: { id: 'grace-of-vaults' } };
    const { connection_id: id } = await start(await app.session(grace), 'key-vault', {
        ...typed,
        connection_config: { hosting: 'own', host: 'vault.acme.example', pin: '1234' }
    });
    const seen = async (session: { token: string }) => (await integrationIn(session, 'key-vault')).connections;
    const [own, ...others] = await seen(await app.session(grace));
    expect(others).toEqual([]);
    expect(own).toMatchObject({
        connection_id: id,
        account_label: null,
        refused_since: null,
        connection_config: { hosting: 'own', host: 'vault.acme.example' }
    });
    expect(own?.config_fields.map(({ name }) => name)).toEqual(['hosting', 'host']);
    expect(own?.fields.map(({ name }) => name)).toEqual(['keyId', 'apiKey', 'passphrase', 'pin']);
    expect(JSON.stringify(own)).not.toContain('1234');

    const since = '2026-11-18T09:00:00.000Z';
    const fail = async (kind: string, state: 'failing' | 'broken') => {
        const failure = { kind, message: 'm', since, at: since, tries: 1, odd_days: [], retry_at: null, event_id: null };
        await app.db
            .updateTable('connections')
            .set({ auth_state: state, auth_failure: JSON.stringify(failure) })
            .where('connection_id', '=', id ?? '')
            .execute();
        return (await seen(await app.session(grace)))[0]?.refused_since;
    };
    expect(await fail('transient', 'failing')).toBeNull();
    expect(await fail('configuration', 'broken')).toBeNull();
    expect(await fail('unknown', 'failing')).toBeNull();
    expect(await fail('unknown', 'broken')).toBe(since);
    expect(await fail('revoked', 'broken')).toBe(since);
    expect((await viewOf(await app.reconnectSession(id ?? '', 'key-vault'))).connection?.refused_since).toBe(since);

    expect(await seen(await app.session({ end_user: { id: 'other' } }))).toEqual([]);
    // The opener of a share link may be another person.
    const link = await makeLink(app, grace);
    expect(await seen(await openLink(app, link.url))).toEqual([]);
});

test('integrations come in the order in which the backend allows them, else by name', async () => {
    const ids = async (session: { token: string }) => (await viewOf(session)).integrations.map(({ id }) => id);
    const chosen = ['zendesk', 'google', 'stripe'];
    expect(await ids(await app.session({ allowed_integrations: chosen }))).toEqual(chosen);
    const { integrations } = await viewOf(await app.session());
    const names = integrations.map(({ display_name: name }) => name);
    expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare));
    expect(names[0]).toBe('Google');
});

test('an integration says whether its credentials are checked before they are saved', async () => {
    const session = await app.session();
    const isChecked = async (id: string) => (await integrationIn(session, id)).is_checked;
    expect([await isChecked('stripe'), await isChecked('google')]).toEqual([true, true]);
    expect([await isChecked('key-vault'), await isChecked('unauthenticated')]).toEqual([false, false]);
});

test('an integration says whether this end user has connected it', async () => {
    const isConnected = async (session: { token: string }) =>
        (await viewOf(session)).integrations.filter((integration) => integration.is_connected).map(({ id }) => id);
    const credentials = { type: 'NONE' } as const;
    const importFor = (connection_id: string, end_user?: { id: string }) =>
        app.call(importConnection, {
            body: { provider_config_key: 'unauthenticated', connection_id, credentials, ...(end_user ? { end_user } : {}) }
        });
    await importFor('nobodys');
    await importFor('grace-1', { id: 'grace' });
    await importFor('grace-2', { id: 'grace' });
    expect(await isConnected(await app.session({ end_user: { id: 'grace' } }))).toEqual(['unauthenticated']);
    expect(await isConnected(await app.session({ end_user: { id: 'other' } }))).toEqual([]);
    expect(await isConnected(await app.reconnectSession('grace-1', 'unauthenticated'))).toEqual(['unauthenticated']);
    // Its recipient is unknown.
    const link = await makeLink(app, { end_user: { id: 'grace' }, allowed_integrations: ['unauthenticated'] });
    expect(await isConnected(await openLink(app, link.url))).toEqual([]);
    const { json } = await sendJson(app, 'POST', '/connect/sessions', { tags: { team: 'a' } });
    // A session that was minted has a token.
    expect(await isConnected((json as { data: { token: string } }).data)).toEqual([]);
});

test('an integration says its categories in words, and is found by their ids too', async () => {
    const session = await app.session();
    expect(await integrationIn(session, 'zendesk')).toMatchObject({
        categories: ['Customer support', 'Tickets and tasks'],
        aliases: expect.arrayContaining(['helpdesk', 'ticketing'])
    });
    expect((await integrationIn(session, 'zendesk', 'de')).categories).toEqual(['Kundendienst', 'Tickets und Aufgaben']);
    expect((await integrationIn(session, 'key-vault')).categories).toEqual([]);
});

test('an integration says when its sign-in does not open inside other apps', async () => {
    const { integrations } = await viewOf(await app.session());
    expect(integrations.filter((integration) => integration.refuses_webviews).map(({ id }) => id)).toEqual(['google']);
});

test('an app with a mark of its own carries it, and no page has to fetch it', async () => {
    const session = await app.session();
    const logoOf = async (id: string) => (await integrationIn(session, id)).logo;
    expect(await logoOf('google')).toMatch(/^data:image\/svg\+xml,%3Csvg [^<>"#]*%3C\/svg%3E$/);
    expect(await logoOf('key-vault')).toBeNull();
});

test('a form comes with the steps to what it asks for, in the requested language, whatever page the backend names', async () => {
    const session = await app.session();
    const guideOf = async (id: string, language?: string) => (await integrationIn(session, id, language)).guide;
    expect(await guideOf('zendesk', 'de')).toMatchObject({
        lang: 'de',
        steps: [expect.stringMatching(/^Melden Sie sich bei Zendesk an/), expect.any(String)]
    });
    expect(await guideOf('key-vault', 'de')).toEqual({ lang: 'en', steps: keyVault.guide });
    expect([await guideOf('google'), await guideOf('unauthenticated')]).toEqual([null, null]);
    const hidden = await app.session({ overrides: { zendesk: { docs_connect: '' } } });
    expect(await integrationIn(hidden, 'zendesk')).toMatchObject({ docs_url: null, guide: { lang: 'en' } });
});

test('an integration with steps of its own shows those, to every reader', async () => {
    const guide = ['Ask Dana for the vault.', 'Copy the key.'];
    const change = (steps: string[]) => app.call(updateIntegration, { params: { id: 'key-vault' }, body: { guide: steps } });
    await change(guide);
    expect((await integrationIn(await app.session(), 'key-vault', 'de')).guide).toEqual({ steps: guide, lang: null });
    await change([]);
    expect((await integrationIn(await app.session(), 'key-vault', 'de')).guide).toEqual({ steps: keyVault.guide, lang: 'en' });
});

test('a form that asks for nothing comes without steps', async () => {
    const given = await app.session({ integrations_config_defaults: { zendesk: { connection_config: { subdomain: 'acme' } } } });
    expect(await integrationIn(given, 'zendesk')).toMatchObject({ fields: [], guide: null });
});

test('choices have labels in the requested language, and the values of the definition', async () => {
    const region = async (language?: string) => (await integrationIn(await app.session(), 'intercom', language)).fields[0];
    expect(await region()).toMatchObject({ enum: ['eu', 'au'], enum_labels: { '': 'United States', eu: 'Europe', au: 'Australia' } });
    expect(await region('fr')).toMatchObject({
        enum: ['eu', 'au'],
        enum_labels: { '': 'États-Unis', eu: 'Europe', au: 'Australie' },
        lang: 'fr'
    });
    expect(byName((await integrationIn(await app.session(), 'key-vault')).fields)['hosting']).toMatchObject({ enum_labels: null });
});

test('fields and scopes are in the requested language; untranslated ones are marked as English', async () => {
    const session = await app.session();
    expect((await integrationIn(session, 'zendesk', 'de-CH,de;q=0.9')).fields[0]).toMatchObject({
        title: 'Subdomain',
        description: 'Der erste Teil Ihrer Zendesk-Adresse.',
        example: 'acme',
        lang: 'de'
    });
    expect((await integrationIn(session, 'stripe', 'he')).fields[0]).toMatchObject({
        title: 'מפתח סודי או מוגבל (Secret key, Restricted key)',
        lang: 'he'
    });
    expect((await integrationIn(session, 'key-vault', 'de')).fields[0]).toMatchObject({ title: 'Key ID', lang: 'en' });
    expect((await integrationIn(session, 'sandbox-oauth2', 'fr')).scopes).toContainEqual({ id: 'profile', description: 'Voir votre nom' });
    for (const language of [undefined, '*', 'tlh', 'en-GB,de;q=0.5'])
        expect((await integrationIn(session, 'zendesk', language)).fields[0]).toMatchObject({ title: 'Subdomain', lang: 'en' });
});

test('an end user reads exactly the permissions that the sign-in asks for, whatever the backend set for this session', async () => {
    const shown = async (integration_defaults: Record<string, unknown>) => {
        const { status, json } = await sendJson(app, 'POST', '/connect/sessions', {
            end_user: { id: 'reader' },
            integrations_config_defaults: { 'sandbox-oauth2': integration_defaults }
        });
        expect(status).toBe(201);
        // The documented response of minting.
        const { token } = (json as { data: { token: string } }).data;
        const { scopes, access } = await integrationIn({ token }, 'sandbox-oauth2');
        const attempt = await startSignIn({ token, connectLink: '', call: app.callAs(token) }, 'sandbox-oauth2');
        const { searchParams } = new URL((await app.browser().launch(attempt.launch_url)).authorizationUrl ?? '');
        const asked = ['scope', 'user_scope', 'optional_scope'].flatMap((name) => searchParams.get(name)?.split(/[ ,]/) ?? []);
        expect(scopes.map(({ id }) => id)).toEqual([...new Set(asked)]);
        expect(access).toEqual(scopes.flatMap(({ description }) => description ?? []));
        return access;
    };
    const ofIntegration = await shown({});
    expect(ofIntegration).toContain('See your name');
    const contacts = ['Read contacts', 'Create and change contacts'];
    expect(await shown({ connection_config: { oauth_scopes_override: 'contacts.read contacts.write' } })).toEqual(contacts);
    expect(await shown({ user_scopes: 'contacts.write,openid' })).toEqual([...ofIntegration, 'Create and change contacts']);
    for (const name of ['user_scope', 'optional_scope'])
        expect(await shown({ authorization_params: { [name]: 'contacts.write' } })).toContain('Create and change contacts');
    expect(await shown({ authorization_params: { user_scope: 'undefined' } })).toEqual(ofIntegration);
});

test('an integration says what the product can do: in its own sentences, else what its scopes allow, in the requested language', async () => {
    const session = await app.session();
    const accessOf = async (id: string, language?: string) => (await integrationIn(session, id, language)).access;
    expect(await accessOf('sandbox-oauth2', 'fr')).toContain('Voir votre nom');
    expect(await accessOf('stripe')).toEqual([]);
    const access = ['Read your invoices'];
    for (const id of ['sandbox-oauth2', 'stripe']) await app.call(updateIntegration, { params: { id }, body: { access } });
    expect([await accessOf('sandbox-oauth2', 'fr'), await accessOf('stripe')]).toEqual([access, access]);
});
