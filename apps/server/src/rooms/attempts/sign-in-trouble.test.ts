import { startTestApp } from '@patchbay/test-kit';
import { expect, test } from 'vitest';

test('when the database is gone, the sign-in window says so in words, and in the language of the browser', async () => {
    await using app = await startTestApp();
    await app.db.destroy();
    for (const path of ['/oauth/callback?code=c&state=s', '/connect/launch/some-code']) {
        const { status, headers, text } = await app.raw(path, { token: null });
        expect([status, headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
        expect(text).toContain('try again in a few minutes');
        expect(text).not.toContain('Error');
    }
    const { text } = await app.raw('/oauth/callback?code=c&state=s', { token: null, headers: { 'accept-language': 'ar' } });
    expect(text).toContain('dir="rtl"');
});
