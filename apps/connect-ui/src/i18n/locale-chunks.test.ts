// @vitest-environment node
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { loadCatalogue, locales } from './locales.ts';
import { english } from './texts.en.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What a chunk exports, given the English catalogue that it takes from the entry. */
async function run(code: string): Promise<{ texts: unknown }> {
    const alone = code.replace(/^import\{\w+ as (\w+)\}from"[^"]+";/, (_, name) => `const ${name}=${JSON.stringify(english)};`);
    return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(alone)}`);
}

test('each locale but English is a file of its own, without the keys', async () => {
    const output = [await build({ root, logLevel: 'silent', build: { write: false } })].flat();
    const chunks = output.flatMap((part) => ('output' in part ? part.output : [])).filter((file) => file.type === 'chunk');
    const entry = chunks.find(({ isEntry }) => isEntry)?.code ?? '';
    for (const locale of Object.keys(locales).filter((tag): tag is keyof typeof locales => tag in locales && tag !== 'en')) {
        const code = chunks.find(({ name }) => name === `texts.${locale}`)?.code ?? '';
        const { texts } = await loadCatalogue(locale);
        expect((await run(code)).texts).toMatchObject(texts);
        expect(entry).not.toContain(texts['list.title']);
        expect(code).not.toContain('list.title');
    }
});
