import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rootFolder } from './docs.ts';
import { racesIn, readServerSources, withRaces } from './generate-concurrency.ts';
import type { SourceFile } from './source-file.ts';

const document = readFileSync(join(rootFolder, 'docs/internals/concurrency.md'), 'utf8');
const files = readServerSources();
const races = racesIn(files);

/** The routes of a file with their code, by the names of their endpoints. */
const routesOf = ({ text }: SourceFile) =>
    text
        .split(/^ {4}route\(/m)
        .slice(1)
        .map((code) => ({ route: /^\w+/.exec(code)?.[0], code }));
/** The verbs of a file with their code: its routes, or as a whole, since one file has one verb. */
const verbsOf = (file: SourceFile) =>
    file.path.endsWith('.routes.ts') ? routesOf(file) : [{ route: undefined, code: file.text.replaceAll(/^import .*$/gm, '') }];

const locks = /\.for(?:NoKey)?(?:Update|Share)\(|\.forKeyShare\(|\bfor (?:no key )?update\b|pg_advisory/;
/** The statements of a `*.sql.ts` that lock rows, themselves or by a helper of their file. */
function lockingIn({ text }: SourceFile): string[] {
    const declared = text.split(/^(?=(?:export )?(?:async )?(?:function|const) )/m).flatMap((code) => {
        const name = /^(?:export )?(?:async )?(?:function|const) (\w+)/.exec(code)?.[1];
        return name === undefined ? [] : [{ name, code }];
    });
    const locking = declared.filter(({ code }) => locks.test(code)).map(({ name }) => name);
    const uses = (code: string) => locking.some((name) => code.includes(`${name}(`));
    return declared.flatMap(({ name, code }) => (locking.includes(name) || uses(code) ? [name] : []));
}
const lockingStatements = new Map(files.filter(({ path }) => path.endsWith('.sql.ts')).map((file) => [file.path, lockingIn(file)]));

/** The verbs that run a transaction or lock rows. */
const verbs = files
    .filter(({ path }) => path.startsWith('apps/server/src/rooms/') && !path.endsWith('.sql.ts'))
    .flatMap((file) => {
        const taken = file.imports.flatMap(({ target, names }) =>
            names.filter((name) => lockingStatements.get(target ?? '')?.includes(name))
        );
        const reads = new RegExp([String.raw`\.transaction\(\)`, ...taken.map((name) => String.raw`\b${name}\(`)].join('|'));
        return verbsOf(file)
            .filter(({ code }) => reads.test(code))
            .map(({ route }) => ({ path: file.path, route }));
    });

test('each verb that runs a transaction or locks rows says what two at once could break: `@race`', () => {
    expect(verbs.length).toBeGreaterThan(15);
    const says = ({ path, route }: { path: string; route: string | undefined }) =>
        races.some((race) => race.path === path && (route === undefined || race.verb === route));
    expect(verbs.filter((verb) => !says(verb))).toEqual([]);
});

test('docs/internals/concurrency.md lists what verbs say of it; `npm run gen` brings it up to date', () => {
    expect(races.length).toBeGreaterThan(30);
    expect(document).toBe(withRaces(document, races));
});

test('a race without a protection, or above nothing, is refused', () => {
    const racesOf = (text: string) => racesIn([{ path: 'a.ts', text, comments: [{ start: 0, end: text.indexOf('*/') + 2 }] }]);
    const verb = 'export async function take() {}';
    expect(racesOf(`/** @race two take it: row lock */\n${verb}`)).toEqual([
        { path: 'a.ts', verb: 'take', danger: 'two take it', protection: 'row lock' }
    ]);
    expect(() => racesOf(`/** @race two take it */\n${verb}`)).toThrow('two take it');
    expect(() => racesOf('/** @race two take it: row lock */\n')).toThrow('above');
});
