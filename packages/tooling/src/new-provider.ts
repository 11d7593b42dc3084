/**
 * `npm run new:provider -- <id> [--into <folder>]`: asks for the facts of a vendor, writes a
 * definition and names what is wrong with it. With `--into` it is a file for the folder
 * PATCHBAY_PROVIDERS_DIR of an operator, else a folder of ours.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { findMistakes, type Mistake, type Provider } from '@patchbay/providers';
import { generateCatalog, providersFolder } from './generate-catalog.ts';
import { type Answers, definitionOf, questions } from './provider-answers.ts';

export interface NewProvider {
    /** Its id. */
    id: string;
    /** The folder of an operator's own definitions. Absent: ours. */
    into?: string | undefined;
    /** Where ours are. */
    folder?: string;
    day?: string;
}

/**
 * Asks until each answer can be used, and writes the definition.
 * @param ask shows a question with what is taken where nothing is typed
 * @returns the path of the file, and what is wrong with what it says
 * @throws Error naming what is wrong with the id
 */
export async function newProvider(
    { id, into, folder = providersFolder, day = new Date().toISOString().slice(0, 10) }: NewProvider,
    ask: (question: string) => Promise<string>,
    say: (line: string) => void
): Promise<{ file: string; mistakes: Mistake[] }> {
    if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id))
        throw new Error(`"${id}" can't be an id: use lower-case letters, digits and single hyphens, such as acme-crm.`);
    const file = into === undefined ? `${folder}/${id}/provider.ts` : `${into}/${id}.json`;
    if (existsSync(file)) throw new Error(`There is a provider "${id}" already: ${file}`);
    const definition = definitionOf(await answersFor(id, ask, say), day);
    if (into === undefined) {
        mkdirSync(`${folder}/${id}`, { recursive: true });
        writeFileSync(file, sourceOf(definition));
        generateCatalog(folder);
    } else {
        mkdirSync(into, { recursive: true });
        const { id: _, ...data } = definition;
        writeFileSync(file, `${JSON.stringify(data, undefined, 4)}\n`);
    }
    return { file, mistakes: findMistakes(definition) };
}

async function answersFor(id: string, ask: (question: string) => Promise<string>, say: (line: string) => void): Promise<Answers> {
    const answers: Record<string, string> = { id };
    for (const { name, text, usual, when, check } of questions) {
        if (when && !when(answers)) continue;
        const offered = usual?.(answers);
        for (;;) {
            const typed = (await ask(`${text}${offered ? ` [${offered}]` : ''}: `)).trim() || offered;
            const wrong = typed === undefined ? 'Something has to be given.' : check?.(typed);
            if (typed !== undefined && wrong === undefined) {
                answers[name] = typed;
                break;
            }
            say(wrong ?? '');
        }
    }
    return answers;
}

/** Facts whose source every definition of ours names above them. */
const facts = /^( {4})(guide|authorization_url|token_url|default_scopes|refresh|proxy): /;
const innerFacts = /^( {8})(base_url|headers|verification): /;

/** The definition as TypeScript, with the page of the vendor above each fact. */
function sourceOf({ docs, ...definition }: Provider): string {
    const json = JSON.stringify({ ...definition, docs }, undefined, 4);
    const lines = json
        .split('\n')
        .map((line) => line.replace(/^( +)"(\w+)": /, '$1$2: ').replaceAll(/"((?:[^"\\]|\\.)*)"/g, (_, text: string) => quoted(text)));
    const commented = lines.flatMap((line) => {
        const indent = (facts.exec(line) ?? innerFacts.exec(line))?.[1];
        return indent === undefined || /^ {4}proxy/.test(line) ? [line] : [`${indent}// ${docs}`, line];
    });
    return `import { defineProvider } from '../provider.ts';\n\nexport default defineProvider(${commented.join('\n')});\n`;
}

function quoted(text: string): string {
    const plain: unknown = JSON.parse(`"${text}"`);
    return `'${String(plain).replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}

if (import.meta.main) {
    const terminal = createInterface({ input: process.stdin, output: process.stdout });
    try {
        const { positionals, values } = parseArgs({ allowPositionals: true, options: { into: { type: 'string' } } });
        const id = positionals[0] ?? (await terminal.question('Id, such as acme-crm: '));
        const { file, mistakes } = await newProvider({ id, into: values.into }, (question) => terminal.question(question), console.log);
        console.log(`Written: ${file}`);
        for (const { path, message } of mistakes) console.log(`  ${path}: ${message}`);
        console.log(`Fill in its other facts, each with a link to its page. Try it with your own account: npm run try:provider -- ${id}`);
    } catch (error) {
        console.error(error instanceof Error ? error.message : error);
        process.exitCode = 1;
    } finally {
        terminal.close();
    }
}
