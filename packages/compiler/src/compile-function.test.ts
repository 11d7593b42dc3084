import { SourceMap, type SourceMapPayload } from 'node:module';
import { join } from 'node:path';
import { compileFunction as functionOf } from 'node:vm';
import * as functions from '@patchbay/functions';
import { describe, expect, test } from 'vitest';
import { engineOf } from '@patchbay/runner/bundle-format';
import { actionSource, projectOf } from './project.fixtures.ts';
import { CompileError, compileFunction, type FunctionSource } from './index.ts';

/** What the isolate does with a bundle. */
function loaded(js: string): { default: functions.AnyAction } {
    const module = { exports: {} };
    functionOf(js, ['exports', 'require', 'module'])(module.exports, (name: string) =>
        name === '@patchbay/functions' ? functions : process.getBuiltinModule(name)
    );
    return module.exports as { default: functions.AnyAction };
}

async function problemsOf(source: FunctionSource) {
    try {
        await compileFunction(source);
        return [];
    } catch (error) {
        if (!(error instanceof CompileError)) throw error;
        return error.problems;
    }
}

describe('a function of a project', () => {
    test('has its files and packages inside, and what isolates give it outside', async () => {
        const folder = projectOf({
            'vendor/actions/greet.ts': `import { createAction } from 'nango';
import type { NangoAction } from 'nango';
import { createHash } from 'crypto';
import { z } from 'zod';
import { greet, Tone } from '../lib/greet.js';
import words from '../words.json';
export default createAction({
    description: 'Greets', input: z.object({ name: z.string() }), output: z.string(),
    exec: async (nango: NangoAction, { name }) => greet(name, Tone.Warm) + words.end + createHash('md5').update('').digest('hex').length
});`,
            'vendor/lib/greet.ts': `import { shout } from 'loud';
export enum Tone { Cold, Warm }
export const greet = (name: string, tone: Tone) => shout(tone === Tone.Warm ? 'Dear ' + name : name);`,
            'vendor/words.json': '{"end":"!"}',
            'node_modules/loud/package.json': '{"name":"loud","main":"main.cjs"}',
            'node_modules/loud/main.cjs': `exports.shout = (text) => process.env.NODE_ENV === 'production' ? text.toUpperCase() : text;`
        });
        const { js, bytes, warnings } = await compileFunction({ file: join(folder, 'vendor/actions/greet.ts') });
        expect(warnings).toEqual([]);
        expect(bytes).toBe(Buffer.byteLength(js));
        // All languages of zod's messages would be more than 400,000.
        expect(bytes).toBeLessThan(120_000);
        expect([...js.matchAll(/require\((['"`])(.+?)\1\)/g)].map(([, , name]) => name)).toEqual(['@patchbay/functions', 'node:crypto']);
        const { default: action } = loaded(js);
        expect(action).toMatchObject({ type: 'action', description: 'Greets' });
        expect(action.input.safeParse({ name: 5 }).success).toBe(false);
        expect(await action.exec({} as functions.ActionContext, { name: 'Ada' })).toBe('DEAR ADA!32');
    });

    test('has a map to the lines of its sources, which names no folder of this machine', async () => {
        const folder = projectOf({ 'vendor/actions/fail.ts': actionSource(`\nthrow new Error('No luck');`) });
        const { js, sourceMap } = await compileFunction({ file: join(folder, 'vendor/actions/fail.ts') });
        const payload: SourceMapPayload = JSON.parse(sourceMap);
        expect(payload.sources).toContain('vendor/actions/fail.ts');
        expect(payload.sources.filter((source) => !/^(?:vendor|node_modules\/zod)\//.test(source))).toEqual([]);
        expect(payload.sourcesContent ?? []).toEqual([]);
        const before = js.slice(0, js.indexOf('No luck')).split('\n');
        const entry = new SourceMap(payload).findEntry(before.length - 1, before.at(-1)?.length ?? 0);
        expect(entry).toMatchObject({ originalSource: 'vendor/actions/fail.ts', originalLine: 8 });
    });

    test('keeps the names of its classes', async () => {
        const folder = projectOf({ 'a.ts': `export default class NoLuck extends Error {}` });
        const { js } = await compileFunction({ file: join(folder, 'a.ts') });
        expect(loaded(js).default).toHaveProperty('name', 'NoLuck');
    });

    const file = 'vendor/actions/do.ts';
    test.each<[what: string, files: Record<string, string>, problems: object[]]>([
        [
            'does not parse',
            { [file]: 'export default {\n    a: = 1\n};' },
            [{ file, line: 2, column: 8, code: 'parse_error', message: 'Unexpected token' }]
        ],
        [
            'imports a file that is not there',
            { [file]: `import { a } from './lib.js';\nexport default a;` },
            [{ file, line: 1, column: 19, code: 'import_not_found', message: `There is no file for './lib.js'.` }]
        ],
        [
            'imports a package that is not there',
            { [file]: `import a from '@scope/name/deep';\nexport default a;` },
            [
                {
                    file,
                    line: 1,
                    column: 15,
                    code: 'import_not_found',
                    message: `The package '@scope/name/deep' is not there. Install it with: npm install @scope/name`
                }
            ]
        ],
        [
            'awaits while it is loaded',
            { [file]: `export default 1;\nawait 5;` },
            [{ file, line: 2, column: 1, code: 'invalid_tla_format', message: expect.stringContaining('while it is loaded') }]
        ],
        [
            'imports what functions lack of Node',
            {
                [file]: `import { z } from 'zod';\nimport { readFile } from 'node:fs/promises';\nimport http from 'http';\nexport default [z, readFile, http];`
            },
            [
                {
                    file,
                    line: 2,
                    column: 26,
                    code: 'builtin_not_available',
                    message: expect.stringMatching(
                        /^Functions can't import 'node:fs\/promises'\. A function has no files\. .*engine: 'process'.* they have assert, buffer/
                    )
                },
                { file, line: 3, column: 18, code: 'builtin_not_available', message: expect.stringContaining('uncontrolledFetch') }
            ]
        ],
        [
            'imports a package that needs what functions lack, once',
            {
                [file]: `import { get } from 'caller';\nexport default get;`,
                'node_modules/caller/package.json': '{"name":"caller","main":"main.js"}',
                'node_modules/caller/main.js': `const http = require('http'); const zlib = require('zlib'); exports.get = () => [http, zlib];`
            },
            [
                {
                    file: 'node_modules/caller/main.js',
                    line: null,
                    column: null,
                    code: 'builtin_not_available',
                    message: expect.stringMatching(
                        /^The package caller needs 'http', 'zlib', which functions don't have\. Send requests with the context/
                    )
                }
            ]
        ],
        [
            'is too large',
            {
                [file]: `import text from 'long';\nexport default text;`,
                'node_modules/long/package.json': '{"name":"long","main":"main.js"}',
                'node_modules/long/main.js': `module.exports = '${'x'.repeat(5 * 1024 ** 2)}';`
            },
            [
                {
                    file,
                    line: null,
                    column: null,
                    code: 'bundle_too_large',
                    message: expect.stringMatching(/^The bundle has 5,243,\d{3} bytes; 5,242,880 are allowed\. Most of it is long \(/)
                }
            ]
        ]
    ])('is refused with the place where it %s', async (_what, files, problems) => {
        expect(await problemsOf({ file: join(projectOf(files), file) })).toEqual(problems);
    });

    test('is refused where it is not there', async () => {
        expect(await problemsOf({ file: join(projectOf({}), file) })).toMatchObject([{ file, code: 'file_not_found' }]);
    });
});

describe('a function with the engine of processes', () => {
    const file = 'vendor/actions/do.ts';
    const files = {
        [file]: `import { createAction } from 'nango';
import { z } from 'zod';
import { gzipSync } from 'zlib';
import { readFile } from 'node:fs/promises';
import { send } from 'sender';
export default createAction({
    description: 'Packs', engine: 'process', input: z.object({ name: z.string() }), output: z.any(),
    exec: async (nango, { name }) => { if (!name) throw new Error('No luck'); return [gzipSync(name).length, typeof readFile, send()]; }
});`,
        'node_modules/sender/package.json': '{"name":"sender","main":"main.js"}',
        'node_modules/sender/main.js': `const http = require('http'); const tty = require('node:tty'); exports.send = () => typeof http.get + typeof tty.isatty;`
    };

    test('has all of Node’s modules outside, and is marked in its first line', async () => {
        const { js, engine, sourceMap } = await compileFunction({ file: join(projectOf(files), file) });
        expect([engine, engineOf(js)]).toEqual(['process', 'process']);
        const required = [...js.matchAll(/require\((['"`])(.+?)\1\)/g)].map(([, , name]) => name);
        expect(new Set(required)).toEqual(new Set(['@patchbay/functions', 'node:fs/promises', 'node:http', 'node:tty', 'node:zlib']));
        expect(await loaded(js).default.exec({} as functions.ActionContext, { name: 'Ada' })).toEqual([23, 'function', 'functionfunction']);
        const before = js.slice(0, js.indexOf('No luck')).split('\n');
        const entry = new SourceMap(JSON.parse(sourceMap)).findEntry(before.length - 1, before.at(-1)?.length ?? 0);
        expect(entry).toMatchObject({ originalSource: file, originalLine: 7 });
    });

    test('is warned of its own imports that reach nothing, and not of those of packages', async () => {
        const { warnings } = await compileFunction({ file: join(projectOf(files), file) });
        expect(warnings).toEqual([
            {
                file,
                line: 4,
                column: 26,
                code: 'builtin_reaches_nothing',
                message: expect.stringMatching(/^'node:fs\/promises' reaches nothing.*A function has no files/)
            }
        ]);
    });

    test.each([
        [`engine: 'process'`, 'process'],
        [`'engine': "process" as const`, 'process'],
        ['engine: `process`', 'process'],
        [`engine: 'isolate'`, 'isolate'],
        [`/* engine: 'process' */ scopes: []`, 'isolate'],
        [`metadata: z.object({ engine: z.literal('process') })`, 'isolate']
    ])('is one where its definition is written so: %s', async (option, engine) => {
        const source = actionSource().replace(`description: 'Does something'`, `description: 'Does', ${option}`);
        expect(await compileFunction({ source, fileName: 'do.ts' })).toMatchObject({ engine });
    });

    test('may be one text, which imports them too', async () => {
        const source = actionSource('return deflateSync(input.name).length;', `import { deflateSync } from 'node:zlib';`);
        expect(await problemsOf({ source, fileName: 'do.ts' })).toMatchObject([
            { code: 'import_not_allowed', message: expect.stringContaining(`engine: 'process'`) }
        ]);
        const { js } = await compileFunction({
            source: source.replace('description:', `engine: 'process', description:`),
            fileName: 'do.ts'
        });
        expect(await loaded(js).default.exec({} as functions.ActionContext, { name: 'Ada' })).toBe(11);
    });
});

describe('a function that is one text', () => {
    const problemsIn = (source: string) => problemsOf({ source, fileName: 'do.ts' });

    test('has zod inside, and what isolates give it outside', async () => {
        const source = actionSource('return Buffer.from(input.name).length', `import { Buffer } from 'node:buffer';`);
        const { js, sourceMap } = await compileFunction({ source, fileName: 'do.ts' });
        expect(await loaded(js).default.exec({} as functions.ActionContext, { name: 'Ada' })).toBe(3);
        expect(JSON.parse(sourceMap)).toMatchObject({ sources: expect.arrayContaining(['do.ts']) });
        expect(sourceMap).not.toContain(import.meta.dirname.split('/packages/')[0]);
    });

    test.each([
        ['./other.js', /can't import files, such as '\.\/other\.js'\. Put all of it into the text/],
        ['../../package.json', /can't import files/],
        ['/etc/passwd', /can't import files/],
        ['file:///etc/passwd', /can't import files/],
        ['data:text/javascript,export default 1', /can't import files/],
        ['lodash', /can't import 'lodash', only @patchbay\/functions, nango, zod, node:assert/],
        ['rolldown', /can't import 'rolldown'/],
        ['zod/../../rolldown', /can't import 'zod\/\.\.\/\.\.\/rolldown'/],
        ['node:fs', /can't import 'node:fs', only/],
        ['#internal', /can't import '#internal'/]
    ])('imports nothing else: %s', async (specifier, message) => {
        expect(await problemsIn(`export const a = 1;\nimport b from '${specifier}';\nexport default b;`)).toEqual([
            { file: 'do.ts', line: 2, column: 15, message: expect.stringMatching(message), code: 'import_not_allowed' }
        ]);
    });

    test.each([
        `export default require('${import.meta.dirname}/index.ts');`,
        `export default () => import('${import.meta.dirname}/index.ts');`,
        `import x = require('${import.meta.dirname}/index.ts'); export default x;`,
        `export * from '${import.meta.dirname}/index.ts';`,
        `export { default } from '${import.meta.dirname}/../package.json';`
    ])('reads no file of this machine: %s', async (source) => {
        expect(await problemsIn(source)).toContainEqual(expect.objectContaining({ code: 'import_not_allowed' }));
    });

    test('is refused with the place where it does not parse', async () => {
        expect(await problemsIn('const a = ;')).toEqual([
            { file: 'do.ts', line: 1, column: 11, message: 'Unexpected token', code: 'parse_error' }
        ]);
    });
});
