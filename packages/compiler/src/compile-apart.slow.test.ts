import { type Runner, startRunner } from '@patchbay/runner';
import { MemoryHost, testFacts } from '@patchbay/functions/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actionSource, projectOf, syncSource } from './project.fixtures.ts';
import { compileApart, compileProject } from './index.ts';

let runner: Runner;
beforeAll(async () => {
    runner = await startRunner({ log: () => undefined });
});
afterAll(() => runner.close());

describe('code that is compiled apart', () => {
    test('runs behind the wall, and names its lines', async () => {
        const source = actionSource(`if (input.name === 'Bob') throw new TypeError('Not Bob');\nreturn { name: input.name };`);
        const { js, sourceMap } = await compileApart({ source, fileName: 'greet.ts' });
        const code = { hash: 'greet', source: js, fileName: 'greet.js', sourceMap };
        const run = (name: unknown) =>
            runner.run({ environmentId: 'e', kind: 'action', code, facts: testFacts, input: { name } as never, host: new MemoryHost() });
        expect(await run('Ada')).toMatchObject({ status: 'succeeded', output: { name: 'Ada' } });
        expect(await run(5)).toMatchObject({ error: { type: 'validation_error', validated: 'input' } });
        expect(await run('Bob')).toMatchObject({
            error: { stack: expect.stringMatching(/^TypeError: Not Bob\n\s+at .*greet\.ts:8:\d+\)/) }
        });
    });

    test.each([
        ['does not parse', 'const a = ;', {}, { code: 'parse_error', line: 1, column: 11 }],
        ['imports files', `import './x.js';`, {}, { code: 'import_not_allowed' }],
        [
            'is nested until the parser breaks',
            `export default ${'('.repeat(100_000)}1${')'.repeat(100_000)}`,
            {},
            { code: 'compiler_failed' }
        ],
        [
            'is too long',
            ' '.repeat(2_000),
            { sourceBytes: 1_000 },
            { code: 'source_too_large', message: expect.stringContaining('2,000 bytes') }
        ],
        ['takes too long', '', { wallMs: 1 }, { code: 'compile_timed_out', message: expect.stringContaining('0.001 s') }],
        [
            'takes too much memory',
            actionSource(),
            { rssMb: 10 },
            { code: 'compile_out_of_memory', message: expect.stringContaining('10 MB') }
        ]
    ])('is refused, and ends nothing but its own process, where it %s', async (_what, source, limits, problem) => {
        await expect(compileApart({ source, fileName: 'do.ts' }, limits)).rejects.toMatchObject({
            name: 'CompileError',
            problems: [{ file: 'do.ts', ...problem }]
        });
    });
});

describe('a project', () => {
    const describeCode: Runner['describe'] extends (request: infer Request) => infer Result
        ? (
              code: Request extends { code: infer Code } ? Code : never,
              place: Request extends { place: infer Place } ? Place : never
          ) => Result
        : never = (code, place) => runner.describe({ environmentId: 'e', code, place });

    test('is compiled and described, its functions one by one', async () => {
        const folder = projectOf(
            {
                'vendor/syncs/people.ts': syncSource,
                'vendor/actions/greet.ts': actionSource().replace("'zod'", "'zod-oldest'"),
                'vendor/actions/silent.ts': actionSource().replace('Does something', ''),
                'vendor/actions/broken.ts': 'export default = 1;',
                'vendor/actions/thrown.ts': `throw new Error('No luck'); export default 1;`,
                'vendor/syncs/wrong.ts': actionSource()
            },
            ['zod', 'zod-oldest']
        );
        const { functions, problems, warnings } = await compileProject(folder, { describe: describeCode });
        expect(warnings).toEqual([]);
        expect(
            functions.map(({ integrationId, type, name, file, description }) => [integrationId, type, name, file, description?.models])
        ).toEqual([
            ['vendor', 'action', 'greet', 'vendor/actions/greet.ts', ['ActionOutput_vendor_greet']],
            ['vendor', 'sync', 'people', 'vendor/syncs/people.ts', ['Person']]
        ]);
        expect(functions[1]).toMatchObject({ ts: syncSource, bytes: Buffer.byteLength(functions[1]?.js ?? '') });
        expect(problems.map(({ file, line, code, message }) => [file, line, code, message])).toEqual([
            ['vendor/actions/broken.ts', 1, 'parse_error', 'Unexpected token'],
            ['vendor/actions/silent.ts', null, 'invalid_definition', 'description: Say in a sentence what the function does.'],
            ['vendor/actions/thrown.ts', null, 'not_loaded', expect.stringContaining('No luck')],
            ['vendor/syncs/wrong.ts', null, 'wrong_type', 'This is one of the syncs, and not an action.']
        ]);
    });
});
