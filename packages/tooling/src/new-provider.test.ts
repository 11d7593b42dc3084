import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findMistakes, type Provider } from '@patchbay/providers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newProvider } from './new-provider.ts';

let folder: string;
beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'providers-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const day = '2026-11-28';
const typedFor: Record<string, string[]> = {
    OAUTH2: ['https://acme.example/authorize', 'https://acme.example/token', 'read write'],
    OAUTH2_CC: ['https://acme.example/token', ''],
    API_KEY: [],
    BASIC: []
};

/** Answers in the order of the questions; what is asked after the last one is an error. */
function terminal(typed: string[]) {
    const asked: string[] = [];
    const said: string[] = [];
    const ask = async (question: string) => {
        asked.push(question);
        const answer = typed.shift();
        if (answer === undefined) throw new Error(`Not expected: ${question}`);
        return answer;
    };
    return { asked, said, ask, say: (line: string) => void said.push(line) };
}

function answersFor(mode: string): string[] {
    const header = mode === 'API_KEY' ? [''] : [];
    return [
        '',
        'crm',
        'https://acme.example/docs',
        mode,
        ...(typedFor[mode] ?? []),
        'https://api.acme.example/',
        ...header,
        '/me',
        'https://acme.example/apps'
    ];
}

describe.each(Object.keys(typedFor))('%s', (mode) => {
    test('is asked for what it needs, and what is written keeps the rules for all', async () => {
        const { ask, say } = terminal(answersFor(mode));
        const { file, mistakes } = await newProvider({ id: 'acme-crm', into: folder, day }, ask, say);
        expect([file, mistakes]).toEqual([join(folder, 'acme-crm.json'), []]);
        const data = JSON.parse(readFileSync(file, 'utf8')) as Provider;
        expect(data).toMatchObject({
            display_name: 'Acme Crm',
            auth_mode: mode,
            certainty: { level: 'assumed', checked_on: day },
            proxy: { base_url: 'https://api.acme.example', verification: { method: 'GET', endpoints: ['/me'] } }
        });
        expect(findMistakes({ ...data, id: 'acme-crm' })).toEqual([]);
    });

    test('is written as a folder of ours, whose source is that definition', async () => {
        const { ask, say } = terminal(answersFor(mode));
        const { file } = await newProvider({ id: '3-acme', folder, day }, ask, say);
        const source = readFileSync(file, 'utf8');
        expect(source).toMatch(
            /^import \{ defineProvider \} from '\.\.\/provider\.ts';\n\nexport default defineProvider\(\{\n {4}id: '3-acme',\n/
        );
        expect(source).toContain("        // https://acme.example/docs\n        base_url: 'https://api.acme.example',");
        writeFileSync(join(folder, 'run.mjs'), source.replace(/^import.*$/m, 'const defineProvider = (definition) => definition;'));
        const { default: written } = (await import(join(folder, 'run.mjs'))) as { default: Provider };
        expect(findMistakes(written)).toEqual([]);
        expect(readFileSync(`${folder}/catalog.gen.ts`, 'utf8')).toContain("import p3Acme from './3-acme/provider.ts';");
    });
});

test('an answer that cannot be used is asked for again, with the reason', async () => {
    const { ask, say, said, asked } = terminal([
        'Acme',
        'shoes',
        'crm',
        'http://acme.example',
        'https://acme.example/docs',
        ...answersFor('BASIC').slice(3)
    ]);
    await newProvider({ id: 'acme', into: folder, day }, ask, say);
    expect(said).toEqual([expect.stringMatching(/^Give one of accounting,/), 'Give an address that begins with https://.']);
    expect(asked[0]).toBe('Name that end users know [Acme]: ');
});

test.each(['', 'Acme', '../acme', 'acme_crm', '-acme', 'acme--crm', 'acme/crm'])('%j is no id', async (id) => {
    const { ask, say } = terminal([]);
    await expect(newProvider({ id, into: folder }, ask, say)).rejects.toThrow("can't be an id");
});

test('a provider that exists is left alone', async () => {
    writeFileSync(join(folder, 'acme.json'), '{}');
    const { ask, say } = terminal([]);
    await expect(newProvider({ id: 'acme', into: folder }, ask, say)).rejects.toThrow('There is a provider "acme" already');
    expect(readFileSync(join(folder, 'acme.json'), 'utf8')).toBe('{}');
});
