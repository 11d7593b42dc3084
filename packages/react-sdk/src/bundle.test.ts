// @vitest-environment node
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { expect, test } from 'vitest';

test('the module is marked "use client", and leaves React and the browser SDK to be resolved by the product', async () => {
    const root = fileURLToPath(new URL('..', import.meta.url));
    const output = [await build({ root, logLevel: 'silent', build: { write: false } })].flat();
    const chunks = output.flatMap((part) => ('output' in part ? part.output : [])).filter((file) => file.type === 'chunk');
    expect(chunks).toHaveLength(1);
    const code = chunks[0]?.code ?? '';
    expect(code).toMatch(/^["']use client["'];/);
    const imported = [...code.matchAll(/\bfrom\s?["']([^"']+)["']/g)].map(([, specifier]) => specifier);
    expect(new Set(imported)).toEqual(new Set(['@patchbay/connect', 'react', 'react/jsx-runtime']));
});
