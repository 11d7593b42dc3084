import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestApp } from '@patchbay/test-kit';
import { expect, test } from 'vitest';

test('the page that the reference’s SDK opens knows whose API it belongs to, whatever its address says', async () => {
    const widget = mkdtempSync(join(tmpdir(), 'patchbay-widget-'));
    writeFileSync(join(widget, 'index.html'), '<!doctype html><html><head><title>Connect an app</title></head></html>');
    await using app = await startTestApp({ builds: { widget, sdk: widget } });
    const { token } = await app.session();
    const page = await app.raw(`/?apiURL=https://evil.example&session_token=${token}`, { at: 'connect', token: null });
    expect(page.status).toBe(200);
    expect(page.text).toContain(`<meta name="patchbay-api" content="${app.url}">`);
    expect(page.text).not.toContain('evil');
    expect(page.text).not.toContain(token);
    // A Referer tells the origin alone, and the page lets nothing in or out but its own.
    expect(page.headers.get('referrer-policy')).toBe('strict-origin');
    expect(page.headers.get('content-security-policy')).toContain("connect-src 'self'");
    expect(app.logLines.join('\n')).not.toContain(token);
    rmSync(widget, { recursive: true });
});
