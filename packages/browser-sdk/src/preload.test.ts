// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';

test('a page asks nobody for anything until it is told to, and then only for one connection', async () => {
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
