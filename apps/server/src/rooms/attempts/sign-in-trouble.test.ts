import { startTestApp } from '@patchbay/test-kit';
import { expect, test } from 'vitest';
import { breakProvider, signIn, tokenPath } from './attempts.fixtures.ts';

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

test("an attempt that fails is in the log by the code that the end user quotes, with the provider's words, but not what was sent to it", async () => {
    await using app = await startTestApp();
    await app.integrate('sandbox-oauth2');
    const words = 'The client secret patchbay-sandbox-secret is not ours';
    await breakProvider(app, tokenPath, { type: 'status', code: 400, body: { error: 'unauthorized_client', error_description: words } });
    const { attempt } = await signIn(app, await app.session(), 'sandbox-oauth2');
    const lines = app.logLines.filter((line) => line.includes('"message":"attempt_failed"'));
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
        expect.objectContaining({ ref: attempt.ref, code: attempt.code, attempt_id: attempt.attempt_id, provider_text: expect.any(String) })
    ]);
    expect(lines.join()).toContain('The client secret [secret] is not ours');
});
