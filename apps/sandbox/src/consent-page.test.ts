import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FormBrowser } from './form-browser.ts';
import { callbackOf, discover } from './oauth-client.fixtures.ts';
import type { OAuthTester } from './oauth-client.fixtures.ts';
import { startSandbox } from './sandbox.ts';
import type { Sandbox } from './sandbox.ts';

let sandbox: Sandbox;
let client: OAuthTester;

beforeAll(async () => {
    sandbox = await startSandbox();
    client = await discover(sandbox);
});
beforeEach(() => client.control('reset', {}));
afterAll(() => sandbox.stop());

test('a person may sign in with another account than the hinted one', async () => {
    const hinting = client.authorizationUrl({ login_hint: 'ada@sandbox.example' });
    const callback = callbackOf(await new FormBrowser().consent(hinting, { account: 'linus', decision: 'allow' }));
    const tokens = await client.redeem(new URLSearchParams(callback), oauth.nopkce);
    expect(await (await client.api(tokens)).json()).toMatchObject({ id: 'linus' });
});

test.each([
    ['ada', 'grace'],
    ['linus', 'ada']
])('an ignored hint at %s has %s chosen beforehand', async (hinted, chosen) => {
    await client.setModes({ login_hint: 'ignored' });
    expect(await consentHtml({ login_hint: hinted })).toMatch(new RegExp(`value="${chosen}"[^>]* checked`));
});

test('a made-up service asks in its own name and look', async () => {
    const html = await consentHtml({ client_id: 'juniper-at-harbor-crm' });
    expect(html).toContain('<title>Juniper wants access – Harbor CRM</title>');
    expect(html).toContain('Juniper wants access to your Harbor CRM account');
    expect(html).toContain('--brand:#1c4f82');
    expect(html).not.toMatch(/Sandbox|Patchbay/);
});

test('the page says what is kept back', async () => {
    await client.setModes({ withheld_scopes: ['contacts.read'] });
    const html = await consentHtml();
    expect(html.indexOf('Kept back')).toBeGreaterThan(html.indexOf('See your name'));
    expect(html.indexOf('Read your contacts')).toBeGreaterThan(html.indexOf('Kept back'));
});

test('an app that no admin has approved can only be asked for, and Lantern Desk always offers to ask', async () => {
    expect(await consentHtml()).not.toContain('Ask an admin');
    const lantern = await consentHtml({ client_id: 'juniper-at-lantern-desk' });
    for (const button of ['Ask an admin', '>Allow<']) expect(lantern).toContain(button);
    await client.setModes({ admin_approval: 'missing' });
    const html = await consentHtml();
    expect(html).toContain('Ask an admin');
    expect(html).not.toContain('>Allow<');
    const arrival = await new FormBrowser().consent(client.authorizationUrl({ state: '1' }), { decision: 'ask' });
    expect(callbackOf(arrival)).toMatchObject({ error: 'access_denied', error_description: 'An admin was asked to approve this app' });
    const allowed = await new FormBrowser().consent(client.authorizationUrl({ state: '1' }), { decision: 'allow' });
    expect(callbackOf(allowed)).toMatchObject({ error: 'access_denied', error_description: 'The person said no' });
});

test('keeping back everything is a refusal', async () => {
    await client.setModes({ withheld_scopes: ['contacts.read'] });
    const arrival = await new FormBrowser().consent(client.authorizationUrl({ scope: 'contacts.read', state: '1' }), { decision: 'allow' });
    expect(callbackOf(arrival)).toMatchObject({ error: 'access_denied', state: '1' });
});

describe('a page that keeps people waiting', () => {
    test('is late by as much as told', async () => {
        await client.setModes({ consent_delay_ms: 120 });
        const startedAt = performance.now();
        expect(await consentHtml()).toContain('Continue as');
        expect(performance.now() - startedAt).toBeGreaterThan(110);
    });

    test('or never arrives, until it is shown again', async () => {
        await client.setModes({ consent_page: 'hangs' });
        const redirect = await fetch(client.authorizationUrl(), { redirect: 'manual' });
        const page = new URL(redirect.headers.get('location') ?? '', sandbox.url);
        const headers = { cookie: redirect.headers.getSetCookie().join('; ') };
        await expect(fetch(page, { headers, signal: AbortSignal.timeout(150) })).rejects.toMatchObject({ name: 'TimeoutError' });
        await client.setModes({ consent_page: 'shown' });
        expect(await (await fetch(page, { headers })).text()).toContain('Continue as');
    });
});

describe('the root page', () => {
    const sameOrigin = { 'sec-fetch-site': 'same-origin' };
    const root = async () => (await fetch(sandbox.url)).text();
    const send = (fields: [string, string][], headers: Record<string, string> = sameOrigin) =>
        fetch(`${sandbox.url}/modes`, { method: 'POST', headers, redirect: 'manual', body: new URLSearchParams(fields) });

    test('shows every mode and every way back in words', async () => {
        const page = await root();
        const { meanings } = Object(await client.control('modes'));
        for (const [name, { title, options = {} }] of Object.entries<{ title: string; options?: Record<string, string> }>(meanings)) {
            expect(page).toContain(`"${name}"`);
            for (const words of [title, ...Object.values(options)]) expect(page).toContain(words);
        }
        expect(page).toContain('<code>redirect_chain</code>');
        expect(page).toContain(`${sandbox.controlUrl}/_ctl/modes`);
    });

    test('sets what a person chooses in its form, and everything else as shown', async () => {
        const fields = fieldsOf(await root()).filter(([name]) => name !== 'refresh_token' && name !== 'grace_s');
        const response = await send([...fields, ['refresh_token', 'stays'], ['grace_s', '30'], ['withheld_scopes', 'email']]);
        expect([response.status, response.headers.get('location')]).toEqual([303, '/#modes']);
        const { modes } = Object(await client.control('modes'));
        expect(modes['patchbay-sandbox']).toMatchObject({
            refresh_token: 'stays',
            grace_s: 30,
            withheld_scopes: ['email'],
            access_token_lifetime_s: 3600,
            consent_page: 'shown'
        });
        expect(modes['juniper-at-harbor-crm']).toMatchObject({ refresh_token: 'stays' });
        expect(await root()).toMatch(/value="stays" selected/);

        await send([['reset', 'yes']]);
        expect(await root()).toMatch(/value="rotates" selected/);
    });

    test.each<[string, Record<string, string>, number]>([
        ['a form of another page', { 'sec-fetch-site': 'cross-site' }, 403],
        ['a form of a page on another port', { 'sec-fetch-site': 'same-site' }, 403],
        ['a program that does not say where it comes from', {}, 403],
        ['a value that is none', sameOrigin, 400]
    ])('takes nothing from %s', async (_who, headers, status) => {
        const fields = fieldsOf(await root()).map(([name, value]): [string, string] => [name, name === 'grace_s' ? 'soon' : value]);
        const response = await send(fields, headers);
        expect(response.status).toBe(status);
        expect(await response.text()).toContain(status === 403 ? 'Not from here' : '&#34;grace_s&#34; must be a whole number');
    });
});

async function consentHtml(parameters: Record<string, string> = {}): Promise<string> {
    const arrival = await new FormBrowser().open(client.authorizationUrl(parameters));
    if ('callback' in arrival) throw new Error('The consent page was skipped.');
    return arrival.html;
}

/** What a browser would send of the form if nothing were changed: no checkbox is checked. */
function fieldsOf(html: string): [string, string][] {
    const inputs = [...html.matchAll(/<input (?:type="hidden"|id="[^"]*") name="([^"]*)"[^>]* ?value="([^"]*)"/g)];
    const selects = [...html.matchAll(/<select id="[^"]*" name="([^"]*)">.*?value="([^"]*)" selected/g)];
    return [...inputs, ...selects].map(([, name = '', value = '']): [string, string] => [name, value]);
}
