// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sdkVersion } from './version.ts';

test('the module can be imported on a server, and opening there says what to do instead', async () => {
    expect([typeof window, typeof document]).toEqual(['undefined', 'undefined']);
    const { openConnectUI } = await import('./index.ts');
    expect(() => openConnectUI({ connectUrl: 'https://connect.test', sessionToken: 'pb_cs_x' })).toThrow(/needs a browser/);
});

test('on a server there is no sign-in to come back from, none to begin, and an element is no element', async () => {
    const { resume } = await import('./index.ts');
    const { auth, resumeAuth } = await import('./headless.ts');
    const { PatchbayConnectElement } = await import('./element.ts');
    expect([resume(), resumeAuth(), typeof PatchbayConnectElement]).toEqual([null, null, 'function']);
    await expect(auth({ connectUrl: 'https://connect.test', sessionToken: 'pb_cs_x', integration: 'gem' })).rejects.toMatchObject({
        code: 'embed_misconfigured',
        message: expect.stringContaining('needs a browser')
    });
});

test("the version is the package's", () => {
    const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    expect(manifest).toMatchObject({ version: sdkVersion });
});
