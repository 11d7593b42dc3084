import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'patchbay-builds-'));
const builds = { widget: join(folder, 'widget'), sdk: join(folder, 'sdk') };
let app: TestApp;
beforeAll(async () => {
    mkdirSync(join(builds.widget, 'assets'), { recursive: true });
    mkdirSync(builds.sdk);
    writeFileSync(
        join(builds.widget, 'index.html'),
        '<!doctype html><head><style>body{margin:0}</style><script>void 1</script></head><div id="root"></div>'
    );
    writeFileSync(join(builds.widget, 'assets/app-1.js'), 'void 0;');
    writeFileSync(join(builds.widget, 'assets/app-1.js.br'), brotliCompressSync('void 0;'));
    writeFileSync(join(builds.widget, 'assets/texts.fr-AAAA_-00.js'), '');
    writeFileSync(join(builds.widget, 'assets/texts.pt-BR-BBBBBBBB.js'), '');
    writeFileSync(join(builds.sdk, 'connect.js'), 'void 0;');
    app = await startTestApp({
        builds,
        config: { connectUrl: 'https://connect.example', embedOrigins: ['https://a.example', 'https://b.example'] }
    });
});
afterAll(async () => {
    await app[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
});

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const get = (path: string) => fetch(`http://localhost:${app.server.config.connectPort}${path}`, { redirect: 'manual' });

test.each(['/ui', '/ui/?v=1', '/l/some-code', '/', '/?apiURL=https://evil.example&session_token=x'])(
    '%s is the widget: of this origin alone, framed by whom the operator names',
    async (path) => {
        const response = await get(path);
        expect(response.status).toBe(200);
        const policy = response.headers.get('content-security-policy') ?? '';
        expect(policy).toContain(`default-src 'none'; script-src 'self' ${hash('void 1')}; style-src 'self' ${hash('body{margin:0}')};`);
        // The dashboard is on the origin of the API.
        expect(policy).toContain(`frame-ancestors https://a.example https://b.example ${app.server.config.publicUrl};`);
        expect(policy).not.toContain('unsafe');
        expect(Object.fromEntries(response.headers)).toMatchObject({
            'strict-transport-security': 'max-age=31536000',
            'x-content-type-options': 'nosniff',
            'referrer-policy': 'strict-origin',
            'cache-control': 'no-store'
        });
        // Isolated, the page of a link could not hear of the sign-in window that it opens.
        expect(response.headers.get('cross-origin-opener-policy')).toBeNull();
    }
);

test('an address that leads nowhere is a page for people, in their language, and JSON for scripts', async () => {
    const origin = `http://localhost:${app.server.config.connectPort}`;
    const page = await fetch(`${origin}/nowhere`, { headers: { accept: 'text/html,*/*;q=0.8', 'accept-language': 'de' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('<h1>Seite nicht gefunden</h1>');
    const response = await fetch(`${origin}/nowhere`, { headers: { accept: '*/*' } });
    expect([response.status, await response.json()]).toEqual([404, { error: expect.objectContaining({ code: 'not_found' }) }]);
});

test('the window that a click opens waits in the language and the colours of the widget', async () => {
    const arabic = await (await get('/ui/opening?lang=ar&theme=dark')).text();
    expect(arabic).toContain('<html lang="ar" dir="rtl" data-theme="dark">');
    const plain = await get('/ui/opening?lang=%22%3E%3Cscript%3E&theme=%22');
    expect(await plain.text()).toContain('<html lang="en" dir="ltr"><head>');
    const policy = plain.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'/
    );
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(Object.fromEntries(plain.headers)).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
    expect(plain.headers.get('cross-origin-opener-policy')).toBeNull();
});

test('the waiting window’s script is of this origin, and fetches from this origin alone', async () => {
    const response = await get('/ui/opening.js');
    const text = await response.text();
    expect([response.status, response.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/javascript/)]);
    expect(text).not.toMatch(/https?:/);
    expect(text).toContain("fetch('/connect/windows/claim'");
});

test('a sign-in in the same tab is sent on to the server’s own origin, and nowhere else', async () => {
    for (const code of ['some-code', 'h.some-code', '%2F%2Fevil.example', '..%2f..%2fevil', 'a%0d%0aLocation:%20evil.example']) {
        const { status, headers } = await get(`/connect/launch/${code}`);
        const location = headers.get('location') ?? '';
        expect([status, location.startsWith(`${app.url}/connect/launch/`)]).toEqual([303, true]);
        expect(new URL(location).pathname.split('/')).toHaveLength(4);
        expect([headers.get('referrer-policy'), headers.get('cache-control')]).toEqual(['no-referrer', 'no-store']);
    }
});

test('built files are kept for good, the script for a page for minutes, and both are nothing but scripts', async () => {
    for (const [path, kept] of [
        ['/ui/assets/app-1.js', 'public, max-age=31536000, immutable'],
        ['/v1/connect.js', 'public, max-age=300']
    ] as const) {
        const { status, headers } = await get(path);
        expect([status, headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual([200, kept, 'nosniff']);
        expect(headers.get('content-type')).toMatch(/^text\/javascript/);
    }
});

test.each([
    ['fr-CA,fr;q=0.9,en;q=0.8', 'texts.fr-AAAA_-00.js'],
    ['xx,pt;q=0.5,fr;q=0.4', 'texts.pt-BR-BBBBBBBB.js'],
    ['en-GB,fr;q=0.9', null],
    ['ja', null]
])('the page sends for the texts of the language that comes first: %s', async (languages, file) => {
    const response = await fetch(`http://localhost:${app.server.config.connectPort}/ui/`, { headers: { 'accept-language': languages } });
    const [, preloaded = null] = /<link rel="modulepreload" href="\/ui\/assets\/([^"]+)">/.exec(await response.text()) ?? [];
    expect(preloaded).toBe(file);
});

test('a built file travels as small as the client can take it', async () => {
    for (const [accepted, encoding] of [
        ['gzip, br', 'br'],
        ['gzip', null]
    ] as const) {
        const response = await fetch(`http://localhost:${app.server.config.connectPort}/ui/assets/app-1.js`, {
            headers: { 'accept-encoding': accepted }
        });
        expect([response.headers.get('content-encoding'), response.headers.get('vary'), await response.text()]).toEqual([
            encoding,
            'accept-encoding',
            'void 0;'
        ]);
        expect(response.headers.get('content-type')).toMatch(/^text\/javascript/);
    }
});

test('what the widget is answered is compressed, what backends are answered is not', async () => {
    for (let at = 0; at < 20; at += 1) await app.integrate('unauthenticated', { unique_key: `app-${at}` });
    const { token } = await app.session();
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, br' };
    const [widget, backend] = await Promise.all(
        [app.server.config.connectPort, app.server.config.port].map((port) =>
            fetch(`http://localhost:${port}/connect/session`, { headers })
        )
    );
    expect([widget?.headers.get('content-encoding'), backend?.headers.get('content-encoding')]).toEqual(['gzip', null]);
    expect(await widget?.json()).toEqual(await backend?.json());
});

test.each(['/ui/assets/', '/ui/assets/none.js', '/ui/assets/..%2findex.html', '/ui/assets/%2e%2e/%2e%2e/sdk/connect.js', '/ui/else'])(
    'there is nothing else: %s',
    async (path) => {
        const response = await get(path);
        expect([response.status, await response.json()]).toEqual([404, { error: { code: 'not_found', message: expect.any(String) } }]);
    }
);

test('asking for a part of a file that is not there is no failure of ours', async () => {
    const response = await fetch(`http://localhost:${app.server.config.connectPort}/ui/assets/app-1.js`, {
        headers: { range: 'bytes=999-' }
    });
    expect(response.status).toBe(404);
});

test('without a build it says how to make one', async () => {
    await using bare = await startTestApp({ builds: { widget: '/nowhere', sdk: '/nowhere' } });
    for (const path of ['/ui/', '/v1/connect.js']) {
        const response = await bare.raw(path, { at: 'connect', token: null });
        expect([response.status, response.text]).toEqual([503, expect.stringContaining('npm run build')]);
    }
});
