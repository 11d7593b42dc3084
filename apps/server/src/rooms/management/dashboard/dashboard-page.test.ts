import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestApp } from '@patchbay/test-kit';
import { expect, test } from 'vitest';

async function startWithBuild(files: Record<string, string>) {
    const dashboard = await mkdtemp(join(tmpdir(), 'patchbay-dashboard-'));
    await mkdir(join(dashboard, 'assets'));
    for (const [name, text] of Object.entries(files)) await writeFile(join(dashboard, name), text);
    const app = await startTestApp({ builds: { widget: '', sdk: '', dashboard } });
    return {
        app,
        async [Symbol.asyncDispose]() {
            await app[Symbol.asyncDispose]();
            await rm(dashboard, { recursive: true });
        }
    };
}

test('every address of the dashboard is its page, which runs no inline script and is shown in no frame', async () => {
    await using served = await startWithBuild({ 'index.html': '<title>Patchbay</title>' });
    for (const path of ['/dashboard/', '/dashboard/dev/connections?status=paused', '/dashboard/join']) {
        const page = await served.app.raw(path, { token: null });
        expect([path, page.status, page.text]).toEqual([path, 200, '<title>Patchbay</title>']);
        const policy = page.headers.get('content-security-policy') ?? '';
        expect(policy).toContain("script-src 'self'; style-src 'self';");
        expect(policy).toContain("frame-ancestors 'none'");
        expect(policy).toContain("require-trusted-types-for 'script'");
        expect(policy).toContain(`frame-src ${served.app.connectUrl};`);
        expect(page.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
        expect(page.headers.get('cache-control')).toBe('no-store');
    }
    const bare = await served.app.raw('/dashboard', { token: null, redirect: 'manual' });
    expect([bare.status, bare.headers.get('location')]).toEqual([308, '/dashboard/']);
});

test('its files are kept for ever, and one that there is not, or an unknown endpoint, is not its page', async () => {
    await using served = await startWithBuild({ 'index.html': 'page', 'assets/a.js': 'export {}' });
    const file = await served.app.raw('/dashboard/assets/a.js', { token: null });
    expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect((await served.app.raw('/dashboard/assets/b.js', { token: null })).status).toBe(404);
    expect((await served.app.raw('/dashboard/api/nothing', { token: null })).json).toMatchObject({ error: { code: 'not_found' } });
});

test('where it was not built, the response says how to build it', async () => {
    await using served = await startWithBuild({});
    const page = await served.app.raw('/dashboard/', { token: null });
    expect([page.status, page.text]).toEqual([503, expect.stringContaining('npm run build')]);
});
