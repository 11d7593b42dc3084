import { createIntegration, getProvider, listIntegrations, listProviders } from '@patchbay/contracts';
import { sandboxClient, startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf, outcomeOf } from '../../../api.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

test('the catalogue lists providers with what is needed to connect them, and search finds them by name', async () => {
    const { data } = await app.call(listProviders, {});
    expect(data.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['github', 'gem', 'quickbooks', 'unauthenticated', 'sandbox-oauth2'])
    );
    const { data: found } = await app.call(listProviders, { query: { search: 'QuickBooks' } });
    expect(found.map(({ name }) => name).toSorted()).toEqual(['quickbooks', 'quickbooks-sandbox', 'sandbox-quickbooks']);
    expect((await app.call(listProviders, { query: { search: '.*' } })).data).toEqual([]);
});

const namesFor = async (query: Record<string, string>) => (await app.call(listProviders, { query })).data.map(({ name }) => name);

test('search also finds providers by display name, by other words for them and by ids that others have for them, in any case', async () => {
    expect(await namesFor({ search: 'quickbooks online (test' })).toEqual(['quickbooks-sandbox']);
    expect(await namesFor({ search: 'ChatGPT' })).toEqual(['openai']);
    expect(await namesFor({ search: 'STRIPE-API' })).toEqual(['stripe']);
});

test('category and auth_mode choose, alone and together with search', async () => {
    const payments = await namesFor({ category: 'payment' });
    expect(payments).toEqual(expect.arrayContaining(['stripe', 'squareup', 'razorpay']));
    expect(payments).not.toContain('github');
    const byKey = await namesFor({ category: 'payment', auth_mode: 'BASIC' });
    expect(byKey).toEqual(expect.arrayContaining(['stripe', 'razorpay']));
    expect(byKey).not.toContain('squareup');
    expect(await namesFor({ category: 'payment', auth_mode: 'BASIC', search: 'razor' })).toEqual(['razorpay']);
    expect(await namesFor({ category: 'no-such' })).toEqual([]);
    expect(outcomeOf(await app.raw('/providers?auth_mode=PASSWORD'))).toBe('400 invalid_query_params');
    expect(outcomeOf(await app.raw('/providers?limit=0'))).toBe('400 invalid_query_params');
});

test('with a limit the list comes in pages, each provider once; without one all come in one response, as they always did', async () => {
    const whole = await app.raw('/providers');
    expect(Object.keys(whole.json as object)).toEqual(['data']);
    const all = await namesFor({});
    expect(all).toEqual(all.toSorted());
    const paged: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await app.call(listProviders, { query: { limit: '7', ...(cursor === undefined ? {} : { cursor }) } });
        expect(page.data.length).toBeLessThanOrEqual(7);
        paged.push(...page.data.map(({ name }) => name));
        cursor = page.next_cursor ?? null;
    }
    expect(paged).toEqual(all);
    const last = await app.call(listProviders, { query: { category: 'payment', limit: '100' } });
    expect(last.next_cursor).toBeNull();
});

test('a provider gets all the data of its definition', async () => {
    const { data } = await app.call(listProviders, {});
    const definitions = [...app.server.deps.providers.values()].map(({ id, untranslated: _, mark: __, ...definition }) => ({
        ...JSON.parse(JSON.stringify(definition)),
        approval_errors: undefined, // Compared with texts of the provider by the server alone.
        name: id,
        logo_url: `${app.url}/providers/${id}/icon`
    }));
    expect(data).toEqual(definitions);
});

test('one provider is answered in full; one that does not exist is 404', async () => {
    const { data } = await app.call(getProvider, { params: { provider: 'gem' } });
    expect(data).toMatchObject({
        name: 'gem',
        display_name: 'Gem',
        auth_mode: 'API_KEY',
        logo_url: `${app.url}/providers/gem/icon`,
        credentials: { apiKey: { secret: true } }
    });
    const unknown = await app.raw('/providers/nobody');
    expect([outcomeOf(unknown), errorOf(unknown).message]).toEqual(['404 not_found', 'Unknown provider nobody']);
    expect(outcomeOf(await app.raw('/providers/constructor'))).toBe('404 not_found');
    expect(outcomeOf(await app.raw('/providers/gem?lang=de'))).toBe('400 invalid_query_params');
});

test('one provider is answered in the reader’s language, where it is translated', async () => {
    const { data } = await app.call(getProvider, {
        params: { provider: 'google' },
        headers: { 'accept-language': 'es-MX,es;q=0.9,en;q=0.8' }
    });
    expect(data).toMatchObject({ display_name: 'Google', scope_descriptions: { profile: 'Ver su nombre y su foto' } });
    const gem = (await app.raw('/providers/gem', { headers: { 'accept-language': 'ja' } })).json;
    expect(gem).toMatchObject({
        data: { credentials: { apiKey: { title: '共有可能なアクセスキー（Shareable access key）', secret: true } } }
    });
    const english = (await app.raw('/providers/gem', { headers: { 'accept-language': 'tlh' } })).json;
    expect(english).toMatchObject({ data: { credentials: { apiKey: { title: 'Shareable access key' } } } });
});

test('no hook and no secret of an integration is in the catalogue', async () => {
    await app.call(createIntegration, {
        body: { provider: 'gem', unique_key: 'gem', integration_config: { appSecret: 'canary-application-secret' } }
    });
    await app.call(createIntegration, {
        body: { provider: 'github', unique_key: 'github', credentials: { ...sandboxClient, client_secret: 'canary-client-secret' } }
    });
    expect((await app.raw('/providers')).text).not.toMatch(/canary|=>/);
    const { data } = await app.call(listProviders, {});
    const hooks = ['checkCredentials', 'authorizationParams', 'identify', 'fromCallback', 'tokenFromAnswer', 'revoke', 'verifyWebhook'];
    expect(data.flatMap((provider) => Object.keys(provider)).filter((field) => hooks.includes(field))).toEqual([]);
});

test('a session may read the catalogue too', async () => {
    const endUser = await app.session();
    expect((await endUser.call(getProvider, { params: { provider: 'gem' } })).data.name).toBe('gem');
});

test('the sandbox’s providers are not there where no sandbox is configured', async () => {
    await using plain = await startTestApp({ replicaOf: app, config: { sandboxUrl: undefined } });
    const { data } = await plain.call(listProviders, { query: { search: 'sandbox' } });
    expect(data.filter(({ name }) => name.startsWith('sandbox-'))).toEqual([]);
    expect(data.map(({ name }) => name)).toEqual(expect.arrayContaining(['lever-sandbox', 'quickbooks-sandbox']));
    await app.integrate('sandbox-api-key');
    expect((await plain.call(listIntegrations, {})).data.map(({ unique_key: key }) => key)).not.toContain('sandbox-api-key');
});

test.each([
    ['github', /<path [^>]*fill="#181717"/],
    ['slack', /<text [^>]*>S<\/text>/]
])('T-28: the icon of %s is a drawing that can run and load nothing, and is sent without a key', async (id, drawing) => {
    const { status, headers, text } = await app.raw(`/providers/${id}/icon`, { token: null });
    expect(text).toMatch(drawing);
    expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(text).toMatch(/^<svg [^]*<\/svg>$/);
    expect(text).not.toMatch(/script|href|<image|on\w+=/i);
    expect(outcomeOf(await app.raw('/providers/nobody/icon', { token: null }))).toBe('404 not_found');
});
