// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';

test('importing the SDK changes nothing; preload adds one preconnect link and sends no request', async () => {
    const ask = vi.fn();
    vi.stubGlobal('fetch', ask);
    const { preload } = await import('./index.ts');
    expect(document.documentElement.outerHTML).toBe('<html><head></head><body></body></html>');
    preload('https://connect.test');
    preload('https://connect.test');
    expect(document.documentElement.outerHTML).toBe(
        '<html><head><link rel="preconnect" href="https://connect.test"></head><body></body></html>'
    );
    expect(ask).not.toHaveBeenCalled();
    vi.unstubAllGlobals();
});
