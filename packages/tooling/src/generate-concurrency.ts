import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootFolder } from './docs.ts';
import { readSources, type SourceFile } from './source-file.ts';

const documentFile = join(rootFolder, 'docs/internals/concurrency.md');
const declaration = /^\s*(?:export )?(?:async )?(?:function\*? |const |route\()(\w+)/;
const area = /^(?:packages|apps\/server\/src(?:\/rooms)?)\/([\w-]+)/;

/** What two verbs at once could break, and what protects it: a `@race` in the verb's comment. */
export interface Race {
    path: string;
    verb: string;
    danger: string;
    protection: string;
}

/** The server's code, without tests. */
export function readServerSources(): SourceFile[] {
    return ['packages/db', 'apps/server'].flatMap((folder) => readSources(rootFolder, folder)).filter((file) => !file.isForDevelopment);
}

/** @throws when one has no colon between danger and protection, or is not above a declaration */
export function racesIn(files: readonly Pick<SourceFile, 'path' | 'text' | 'comments'>[]): Race[] {
    return files.flatMap(({ path, text, comments }) =>
        comments.flatMap(({ start, end }) => {
            const said = text.slice(start + 3, end - 2).replaceAll(/\s*\n\s*\*\s?/g, '\n');
            const verb = declaration.exec(text.slice(end))?.[1];
            return Array.from(said.matchAll(/@race ([^@]+)/g), ([, race = '']) => {
                const [, danger, protection] = /^(.+?): (.+)$/.exec(race.trim().replaceAll('\n', ' ')) ?? [];
                if (danger === undefined || protection === undefined)
                    throw new Error(`${path}: "@race danger: protection", not "${race}".`);
                if (verb === undefined) throw new Error(`${path}: "@race ${race}" is not above a function or a route.`);
                return { path, verb, danger, protection };
            });
        })
    );
}

/** The document with its tables made of the races, one for each area. */
export function withRaces(document: string, races: readonly Race[]): string {
    const rows = Map.groupBy(races, ({ path }) => area.exec(path)?.[1] ?? '');
    const tables = Array.from(rows, ([name, inArea]) => [
        `## ${name}`,
        '',
        '| Verb | What two at once could break | What protects it |',
        '|---|---|---|',
        ...inArea.map(({ path, verb, danger, protection }) => `| [\`${verb}\`](../../${path}) | ${danger} | ${protection} |`),
        ''
    ]);
    return [document.split('\n## ', 1)[0], ...tables.flat()].join('\n');
}

export function generateConcurrency(): void {
    writeFileSync(documentFile, withRaces(readFileSync(documentFile, 'utf8'), racesIn(readServerSources())));
}
