import {
    type CallInput,
    type ConnectSettings,
    createConnectSession,
    getConnectSession,
    getConnectSettings,
    updateConnectSettings
} from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorOf, keyWith, outcomeOf, sendJson } from '../../../api.fixtures.ts';
import { start } from '../attempts/attempts.fixtures.ts';
import { isReturnAllowed } from './allowed-return.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp({ config: { appName: 'From the server' } });
    await app.integrate('unauthenticated');
});
beforeEach(async () => {
    await change(defaults);
});
afterAll(() => app[Symbol.asyncDispose]());

const defaults: ConnectSettings = {
    app_name: null,
    default_theme: 'system',
    appearance: {},
    show_watermark: false,
    privacy_url: null,
    terms_url: null,
    support_url: null,
    support_email: null,
    allowed_return_origins: []
};
const settings = async (key = app.keys.dev) => (await app.callAs(key)(getConnectSettings, {})).data;
const change = async (body: NonNullable<CallInput<typeof updateConnectSettings>['body']>, key = app.keys.dev) =>
    (await app.callAs(key)(updateConnectSettings, { body })).data;
const viewOf = async (body: Parameters<TestApp['session']>[0] = {}) => (await (await app.session(body)).call(getConnectSession, {})).data;
const svgLogo = (inside: string) =>
    `data:image/svg+xml;base64,${Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`).toString('base64')}`;
const logo = { src: svgLogo('<rect width="9" height="9"></rect>'), alt: 'Acme' };

test('an environment that has set nothing has the defaults, and changes answer the whole', async () => {
    expect(await settings(app.keys.prod)).toEqual(defaults);
    expect(await change({}, app.keys.prod)).toEqual(defaults);
    const changed = await change({ app_name: 'Acme', default_theme: 'dark' }, app.keys.prod);
    expect(changed).toEqual({ ...defaults, app_name: 'Acme', default_theme: 'dark' });
    expect(await change({ app_name: null }, app.keys.prod)).toEqual({ ...defaults, default_theme: 'dark' });
    expect(await settings(app.keys.prod)).toEqual({ ...defaults, default_theme: 'dark' });
    expect(await settings()).toEqual(defaults);
});

test('changes to different settings at the same moment, on two servers, all count', async () => {
    await using replica = await startTestApp({ replicaOf: app });
    const changes = [
        { app_name: 'Acme' },
        { default_theme: 'light' },
        { show_watermark: true },
        { allowed_return_origins: ['https://app.example.com'] }
    ] as const;
    await Promise.all(
        changes.map((body, index) => {
            const [name, value] = Object.entries(body)[0] ?? [];
            return (index % 2 === 0 ? app : replica).call(updateConnectSettings, { body: { [String(name)]: value } });
        })
    );
    expect(await settings()).toEqual({ ...defaults, ...Object.assign({}, ...changes) });
});

test('a session shows the product’s name: the environment’s, else the server’s', async () => {
    expect((await viewOf()).app_name).toBe('From the server');
    await change({ app_name: 'Acme' });
    expect((await viewOf()).app_name).toBe('Acme');
});

test('a session is for tests in the environment dev alone, whatever its settings', async () => {
    expect((await viewOf()).is_test).toBe(true);
    const isTestInProd = async () => {
        const { data: minted } = await app.callAs(app.keys.prod)(createConnectSession, { body: { end_user: { id: 'u-1' } } });
        return (await app.callAs(minted.token)(getConnectSession, {})).data.is_test;
    };
    expect(await isTestInProd()).toBe(false);
    await app.db.updateTable('environments').set({ name: 'eu' }).where('name', '=', 'prod').execute();
    expect(await isTestInProd()).toBe(false);
    await app.db.updateTable('environments').set({ name: 'prod' }).where('name', '=', 'eu').execute();
});

test('a session shows where the product’s privacy policy and terms are', async () => {
    expect(await viewOf()).toMatchObject({ privacy_url: null, terms_url: null });
    await change({ privacy_url: 'https://acme.example/privacy', terms_url: 'https://acme.example/terms' });
    expect(await viewOf()).toMatchObject({ privacy_url: 'https://acme.example/privacy', terms_url: 'https://acme.example/terms' });
    await change({ terms_url: null });
    expect(await viewOf()).toMatchObject({ privacy_url: 'https://acme.example/privacy', terms_url: null });
});

test('a session shows where end users get help', async () => {
    expect(await viewOf()).toMatchObject({ support_url: null, support_email: null });
    const help = { support_url: 'https://acme.example/help', support_email: 'help@acme.example' };
    await change(help);
    expect(await viewOf()).toMatchObject(help);
    await change({ support_url: null });
    expect(await viewOf()).toMatchObject({ ...help, support_url: null });
});

test('a session in a language that the Connect UI does not speak is refused in words', async () => {
    const body = { end_user: { id: 'u-1' }, appearance: { texts: { 'de-AT': {}, 'tlh-x-<b>': { 'list.title': 'yIwIv' } } } };
    const response = await sendJson(app, 'POST', '/connect/sessions', body);
    expect(errorOf(response).errors).toEqual([
        expect.objectContaining({
            path: ['appearance', 'texts', 'tlh-x-<b>'],
            message:
                'The Connect UI does not speak "tlh-x-<b>". Use one of ar, de, en, es, fr, he, it, ja, ko, nl, pt-BR, zh-Hans, or a region of these.'
        })
    ]);
});

test('a page that is not https, and more than a plain address to write to, are refused in words', async () => {
    const words = async (body: object) => errorOf(await sendJson(app, 'PATCH', '/environment/connect-ui', body)).errors?.[0]?.message;
    for (const support_url of ['http://acme.example/help', 'javascript:alert(1)', 'https:acme.example', 'acme.example/help', ''])
        expect([support_url, await words({ support_url })]).toEqual([
            support_url,
            'Write the address of a page that begins with https://.'
        ]);
    for (const support_email of [
        'mailto:help@acme.example',
        'Acme <help@acme.example>',
        'help@acme.example?bcc=x@evil.example',
        'help',
        ''
    ])
        expect([support_email, await words({ support_email })]).toEqual([
            support_email,
            'Write a plain e-mail address, for example help@example.com.'
        ]);
    expect(await settings()).toEqual(defaults);
});

test('a session lays its own looks over the environment’s, key by key, and the logo as a whole', async () => {
    expect(await viewOf()).toMatchObject({
        appearance: { variables: {}, dark: {}, text: {}, texts: {} },
        connectUISettings: {
            theme: { light: { primary: '#0b6e5f' }, dark: { primary: '#4cc9b0' } },
            defaultTheme: 'system',
            showWatermark: false
        }
    });
    await change({
        default_theme: 'dark',
        show_watermark: true,
        appearance: {
            variables: { colorPrimary: '#112233', borderRadius: 4 },
            dark: { colorText: '#fff' },
            logo,
            text: { 'list.title': 'Pick', 'action.done': 'OK' },
            texts: { de: { 'list.title': 'Wählen', 'action.done': 'Gut' } }
        }
    });
    const own = {
        variables: { borderRadius: 0 },
        dark: { colorPrimary: '#abc' },
        text: { 'list.title': 'Choose one' },
        texts: { de: { 'list.title': 'Eine wählen' }, 'fr-CA': { 'list.title': 'Choisir' } }
    };
    const view = await viewOf({ appearance: own, locale: 'de-AT' });
    expect(view.appearance).toEqual({
        variables: { colorPrimary: '#112233', borderRadius: 0 },
        // What the session says for both themes counts more than what the environment says for one.
        dark: { colorText: '#fff', colorPrimary: '#abc', borderRadius: 0 },
        logo,
        text: { 'list.title': 'Choose one', 'action.done': 'OK' },
        texts: { de: { 'list.title': 'Eine wählen', 'action.done': 'Gut' }, 'fr-CA': { 'list.title': 'Choisir' } }
    });
    expect(view.connectUISettings).toEqual({
        theme: { light: { primary: '#112233' }, dark: { primary: '#abc' } },
        defaultTheme: 'dark',
        showWatermark: true
    });
    expect(view.locale).toBe('de-AT');
    const other = { src: 'data:image/png;base64,AAAA', alt: '' };
    expect(await viewOf({ appearance: { logo: other } })).toMatchObject({
        appearance: { logo: other },
        connectUISettings: { theme: { dark: { primary: '#112233' } } },
        locale: null
    });
});

test('settings and looks that a newer server stored show what this one knows of them, and are kept', async () => {
    const stored = {
        app_name: 'Acme',
        default_theme: 'high-contrast',
        appearance: {
            variables: { colorPrimary: '#112233', shadow: 2, density: 'airy' },
            texts: { de: { 'action.done': 'Gut' }, sv: { 'action.done': 'Klart' }, fr: 'none' },
            animation: 'none'
        },
        sounds: true
    };
    await app.db
        .updateTable('connect_settings')
        .set({ settings: JSON.stringify(stored) })
        .execute();
    const session = await app.session();
    const own = JSON.stringify({ dark: { colorText: '#fff', shadow: 3 }, text: { 'action.done': 'OK' }, logo: 'none' });
    await app.db.updateTable('connect_sessions').set({ appearance: own }).where('locale', 'is', null).execute();
    const known = {
        ...defaults,
        app_name: 'Acme',
        appearance: { variables: { colorPrimary: '#112233' }, texts: { de: { 'action.done': 'Gut' } } }
    };
    expect(await settings()).toEqual(known);
    const { data: view } = await app.callAs(session.token)(getConnectSession, {});
    expect([view.app_name, view.connectUISettings.defaultTheme, view.appearance]).toEqual([
        'Acme',
        'system',
        {
            variables: { colorPrimary: '#112233' },
            dark: { colorText: '#fff' },
            text: { 'action.done': 'OK' },
            texts: { de: { 'action.done': 'Gut' } }
        }
    ]);
    expect(await change({ show_watermark: true })).toEqual({ ...known, show_watermark: true });
    const rows = await app.db.selectFrom('connect_settings').select('settings').execute();
    expect(rows).toContainEqual({ settings: { ...stored, show_watermark: true } });
});

test.each([
    [{ appearance: { variables: { colorPrimary: 'red' } } }, ['appearance', 'variables', 'colorPrimary']],
    [{ appearance: { variables: { fontFamily: 'x;} body{' } } }, ['appearance', 'variables', 'fontFamily']],
    [{ appearance: { variables: { fontSizeBase: 40 } } }, ['appearance', 'variables', 'fontSizeBase']],
    [{ appearance: { logo: { src: 'https://tracker.example/x.png', alt: '' } } }, ['appearance', 'logo', 'src']],
    [{ appearance: { logo: { src: 'data:text/html;base64,AAAA', alt: '' } } }, ['appearance', 'logo', 'src']],
    [{ appearance: { texts: { sv: { 'list.title': 'Välj' } } } }, ['appearance', 'texts', 'sv']],
    [{ appearance: { texts: { de_DE: { 'list.title': 'Wählen' } } } }, ['appearance', 'texts', 'de_DE']],
    [{ appearance: { texts: { de: { 'list.title': 'x'.repeat(501) } } } }, ['appearance', 'texts', 'de', 'list.title']],
    [{ appearance: { texts: { de: { 'list.title': '' } } } }, ['appearance', 'texts', 'de', 'list.title']],
    [{ appearance: { texts: { de: 'Wählen' } } }, ['appearance', 'texts', 'de']],
    [{ allowed_return_origins: ['https://app.example.com/path'] }, ['allowed_return_origins', '0']],
    [{ allowed_return_origins: ['*'] }, ['allowed_return_origins', '0']],
    [{ default_theme: 'blue' }, ['default_theme']],
    [{ app_name: '' }, ['app_name']],
    [{ privacy_url: 'http://acme.example/privacy' }, ['privacy_url']],
    [{ terms_url: 'javascript:alert(1)' }, ['terms_url']],
    [{ environment_id: 'x' }, []]
])('%j is refused with the way to it', async (body, path) => {
    const response = await sendJson(app, 'PATCH', '/environment/connect-ui', body);
    expect([outcomeOf(response), errorOf(response).errors?.[0]?.path]).toEqual(['400 invalid_body', path]);
});

test('T-28: the product’s logo is an SVG that only draws, wherever it is given, and what has no effect is left out', async () => {
    const { connection_id } = await start(await app.session(), 'unauthenticated');
    const levels = [1, 2, 3, 4, 5].map((level) => `<g id="a${level}">${`<use href="#a${level - 1}"/>`.repeat(10)}</g>`);
    const long = svgLogo('<path/>'.repeat(1990));
    for (const [path, method, more] of [
        ['/environment/connect-ui', 'PATCH', {}],
        ['/connect/sessions', 'POST', { end_user: { id: 'u-1' } }],
        ['/connect/links', 'POST', { end_user: { id: 'u-1' } }],
        ['/connect/sessions/reconnect', 'POST', { connection_id, integration_id: 'unauthenticated' }]
    ] as const) {
        const send = async (src: string) => sendJson(app, method, path, { ...more, appearance: { logo: { src, alt: 'Acme' } } });
        for (const [src, message] of [
            [svgLogo('<script/>'), 'The SVG has a <script>. '],
            [svgLogo(levels.join('')), 'The SVG draws more than 2000 elements, each counted as often as it is used. '],
            [long, 'The SVG is too large once it is written out in full. ']
        ] as const)
            expect(errorOf(await send(src)).errors).toEqual([
                { code: 'custom', message: expect.stringContaining(message), path: ['appearance', 'logo', 'src'] }
            ]);
        expect(outcomeOf(await send(logo.src))).toMatch(/^20[01]$/);
    }
    const drawn = { src: svgLogo('<!-- by hand --><rect width="9" height="9" data-name="r"/>'), alt: 'Acme' };
    expect((await change({ appearance: { logo: drawn } })).appearance).toMatchObject({ logo });
    expect((await viewOf({ appearance: { logo: drawn } })).appearance).toMatchObject({ logo });
});

test('T-23: a backend is told in words of which wording it gives too much', async () => {
    const texts = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`key.${index}`, 'x']));
    const longTag = `de-x-${'abcdefgh-'.repeat(4)}a`;
    await change({ appearance: { text: texts(300), texts: { de: texts(300) } } });
    const tooMany = 'Give at most 300 texts for one language.';
    for (const [appearance, path, message] of [
        [{ text: texts(301) }, ['text'], tooMany],
        [{ texts: { de: texts(301) } }, ['texts', 'de'], tooMany],
        [{ text: { ['k'.repeat(65)]: 'x' } }, ['text', 'k'.repeat(65)], expect.any(String)],
        [{ texts: { [longTag]: {} } }, ['texts', longTag], expect.stringContaining('does not speak')]
    ] as const) {
        const response = await sendJson(app, 'PATCH', '/environment/connect-ui', { appearance });
        expect([outcomeOf(response), errorOf(response).errors?.[0]]).toEqual([
            '400 invalid_body',
            expect.objectContaining({ path: ['appearance', ...path], message })
        ]);
    }
});

test('T-96: a new key may read the settings, and change them only when that was asked for', async () => {
    const { json } = await sendJson(app, 'POST', '/environment/api-keys', { display_name: 'Usual' });
    // A key that was made has a secret.
    const { secret } = (json as { data: { secret: string } }).data;
    expect(await settings(secret)).toEqual(defaults);
    expect(outcomeOf(await sendJson(app, 'PATCH', '/environment/connect-ui', {}, secret))).toBe('403 forbidden');
    const writer = await keyWith(app, ['environment:settings:write']);
    expect((await sendJson(app, 'PATCH', '/environment/connect-ui', {}, writer)).status).toBe(200);
});

test('T-11: an end user is sent on only to origins that were named, compared as a whole', async () => {
    await change({ allowed_return_origins: ['https://app.example.com'] });
    const { id: environmentId } = await app.db.selectFrom('environments').select('id').where('name', '=', 'dev').executeTakeFirstOrThrow();
    const isAllowed = (url: string) =>
        isReturnAllowed(app.server.deps, environmentId, { allowed_origins: ['https://host.example.com'] }, url);
    for (const url of [
        'https://app.example.com',
        'https://APP.example.com:443/a/b?c=d#e',
        'https://host.example.com/done',
        `${app.connectUrl}/l/x`
    ])
        expect([url, await isAllowed(url)]).toEqual([url, true]);
    for (const url of [
        'http://app.example.com/',
        'https://app.example.com:8443/',
        'https://app.example.com.evil.example/',
        'https://evil.example/https://app.example.com',
        'https://app.example.com@evil.example/',
        'https://user:secret@app.example.com/',
        'https://evil.example\\@app.example.com/',
        'https://sub.app.example.com/',
        'javascript:alert(1)//https://app.example.com',
        'data:text/html,https://app.example.com',
        '//app.example.com/',
        '/done',
        'null',
        ''
    ])
        expect([url, await isAllowed(url)]).toEqual([url, false]);
    expect(await isReturnAllowed(app.server.deps, environmentId, undefined, 'https://host.example.com/done')).toBe(false);
});

test('of two who change a setting, the second is told; settings that neither has seen otherwise are saved', async () => {
    const first = { app_name: 'First', expected: { app_name: null } };
    expect((await change(first)).app_name).toBe('First');
    const late = { app_name: 'Second', expected: { app_name: null } };
    await expect(change(late)).rejects.toMatchObject({
        code: 'conflict',
        message: 'Someone else has changed these settings since you read them.'
    });
    expect((await settings()).app_name).toBe('First');
    // Another setting, which is as it was read.
    expect(await change({ show_watermark: true, expected: { show_watermark: false } })).toMatchObject({
        app_name: 'First',
        show_watermark: true
    });
    const results = await Promise.allSettled(['a', 'b', 'c'].map((app_name) => change({ app_name, expected: { app_name: 'First' } })));
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
});
