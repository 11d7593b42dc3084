import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { version } from '../../../version.ts';

const folder = mkdtempSync(join(tmpdir(), 'patchbay-sdk-'));
const files = ['connect.js', 'element.js', 'headless.js', 'index.js'];
const codeOf = (file: string) => `void '${file}';`;
const hashOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;
let app: TestApp;

beforeAll(async () => {
    for (const file of files) writeFileSync(join(folder, file), codeOf(file));
    writeFileSync(join(folder, 'integrity.json'), JSON.stringify(Object.fromEntries(files.map((file) => [file, hashOf(codeOf(file))]))));
    app = await startTestApp({ builds: { widget: '/nowhere', sdk: folder }, config: { connectUrl: 'https://connect.example' } });
});
afterAll(async () => {
    await app[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
});

const get = (path: string) => fetch(`http://localhost:${app.server.config.connectPort}${path}`);

test.each(files)('%s is what /v1/integrity.json promises, for any page: kept for minutes, and for good under its version', async (file) => {
    const promised = (await (await get('/v1/integrity.json')).json()) as Record<string, { url: string; integrity: string }>;
    const { url = '', integrity } = promised[file] ?? {};
    expect(url).toBe(`https://connect.example/v${version}/${file}`);
    for (const [path, kept] of [
        [`/v1/${file}`, 'public, max-age=300'],
        [new URL(url).pathname, 'public, max-age=31536000, immutable']
    ] as const) {
        const response = await get(path);
        expect([response.status, hashOf(await response.text())]).toEqual([200, integrity]);
        expect(Object.fromEntries(response.headers)).toMatchObject({
            'cache-control': kept,
            'content-type': 'text/javascript; charset=utf-8',
            'access-control-allow-origin': '*',
            'cross-origin-resource-policy': 'cross-origin',
            'x-content-type-options': 'nosniff'
        });
    }
});

test('any page may ask for the hashes', async () => {
    const { headers } = await get('/v1/integrity.json');
    expect([headers.get('access-control-allow-origin'), headers.get('cache-control')]).toEqual(['*', 'public, max-age=300']);
});

test('a version that is not this one is not here, and the response says where to look', async () => {
    const response = await get('/v0.0.1/connect.js');
    expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('https://connect.example/v1/integrity.json')]);
});

test('nothing but the SDK is in there', async () => {
    for (const path of ['/v1/package.json', '/v1/integrity', `/v${version}/integrity.json`, '/v1/..%2fconnect.js']) {
        expect((await get(path)).status).toBe(404);
    }
});

test('its files are read when the server starts, not for each response', async () => {
    const other = mkdtempSync(join(tmpdir(), 'patchbay-sdk-'));
    for (const file of [...files, 'integrity.json']) writeFileSync(join(other, file), '{}');
    await using replica = await startTestApp({ replicaOf: app, builds: { widget: '/nowhere', sdk: other } });
    rmSync(other, { recursive: true });
    for (const file of [...files, 'integrity.json']) expect((await fetch(`${replica.connectUrl}/v1/${file}`)).status).toBe(200);
});
