import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerApp } from '../../connect/attempts/installed-app.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('sandbox-app', { credentials: await registerApp(app) });
});
afterAll(() => app[Symbol.asyncDispose]());

async function codes(): Promise<Record<string, string[]>> {
    const { data } = Object((await app.raw('/doctor?integration=sandbox-app')).json);
    return Object.fromEntries(data.findings.map(({ code, evidence }: { code: string; evidence: string[] }) => [code, evidence]));
}

test('a key that is not the app’s, and a wrong clock, are named without an end user', async () => {
    expect(await codes()).not.toHaveProperty('client_secret_refused');
    await app.sandbox.control('github/key', {});
    expect((await codes())['client_secret_refused']?.join()).toContain('A JSON web token could not be decoded');
    await app.sandbox.control('github/reset', {});
    await app.sandbox.control('github/clock', { now: new Date(app.clock.now().getTime() - 600_000).toISOString() });
    const found = await codes();
    expect(found['client_secret_refused']?.join()).toContain("'Issued at' claim");
    expect(Object.keys(found).some((code) => code.startsWith('clock'))).toBe(true);
});
