// @vitest-environment node
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { beforeAll, expect, test } from 'vitest';
import { loadCatalogue, locales } from './locales.ts';
import { laterEnglish } from './later-texts.en.ts';
import { english, type LaterTexts } from './texts.en.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

let chunks: Rolldown.OutputChunk[];
beforeAll(async () => {
    const output = [await build({ root, logLevel: 'silent', build: { write: false } })].flat();
    chunks = output.flatMap((part) => ('output' in part ? part.output : [])).filter((file) => file.type === 'chunk');
});

const entry = () => chunks.find(({ isEntry }) => isEntry);

/** What a chunk exports, given English texts and what loads a file, which are in the entry. */
async function run(code: string): Promise<Record<string, unknown>> {
    const taken = `Object.assign(() => undefined, ${JSON.stringify(english)})`;
    const alone = code.replace(/^import\{([^}]*)\}from"[^"]+";/, (_, names: string) =>
        names
            .split(',')
            .map((name) => `const ${name.split(' ').at(-1)}=${taken};`)
            .join('')
    );
    return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(alone)}`);
}

test('each locale but English is two files of its own, for the list and for later, without the keys', async () => {
    for (const locale of Object.keys(locales).filter((tag): tag is keyof typeof locales => tag in locales && tag !== 'en')) {
        const [later, first, ...more] = chunks
            .filter(({ name }) => name === `texts.${locale}`)
            .toSorted((a, b) => a.fileName.localeCompare(b.fileName));
        expect(more).toEqual([]);
        expect(later?.fileName).toContain(`/later-texts.${locale}-`);
        const { texts, later: whole } = await loadCatalogue(locale);
        const all = { ...texts, ...whole?.(laterEnglish) };
        const built = await run(first?.code ?? '');
        const ofLater = (await run(later?.code ?? '')).texts as (english: LaterTexts) => object;
        expect({ ...(built.texts as object), ...ofLater(laterEnglish) }).toMatchObject(all);
        expect(Object.keys(built.texts as object)).not.toContain('action.done');
        expect(entry()?.code).not.toContain(texts['list.title']);
        expect(`${first?.code}${later?.code}`).not.toMatch(/list\.title|action\.done/);
    }
});

test('the English texts of later screens come with these, and the first screens say each of theirs', () => {
    const screens = chunks.filter(({ name }) => name === 'IntegrationScreens');
    expect(screens.map(({ code }) => code.includes(laterEnglish['detail.privacy']))).toEqual([true]);
    expect(entry()?.code).not.toContain(laterEnglish['detail.privacy']);
    const sources = (entry()?.moduleIds ?? []).filter((id) => id.startsWith(`${root}src/`) && !id.endsWith('texts.en.ts'));
    const code = sources.map((id) => readFileSync(id, 'utf8')).join('\n');
    const pickedByCode = /^(?:banner|failed|fatal|closed)\./;
    const unsaid = Object.keys(english).filter(
        (key) => !pickedByCode.test(key) && !code.includes(`'${key.replace(/\.(?:one|other)$/, '')}'`)
    );
    expect(unsaid).toEqual([]);
});
