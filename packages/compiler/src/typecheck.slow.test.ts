import { describe, expect, test } from 'vitest';
import { projectOf, syncSource } from './project.fixtures.ts';
import { typecheckProject } from './index.ts';

const tsconfig = JSON.stringify({
    compilerOptions: {
        strict: true,
        module: 'nodenext',
        target: 'es2024',
        skipLibCheck: true,
        types: [],
        allowImportingTsExtensions: true,
        noEmit: true
    },
    include: ['vendor']
});

describe('the types of a project', () => {
    test('are checked by its own TypeScript', async () => {
        const source = `${syncSource}\nconst wrong: { a: { b: string } } = { a: { b: 5 } };\nexport { wrong };\n`;
        const folder = projectOf({ 'tsconfig.json': tsconfig, 'vendor/syncs/people.ts': source }, [
            'zod',
            'typescript',
            '@patchbay/functions'
        ]);
        expect(await typecheckProject(folder)).toEqual({
            status: 'checked',
            typescript: expect.stringMatching(/^\d+\.\d+/),
            problems: [
                {
                    file: 'vendor/syncs/people.ts',
                    line: 10,
                    column: expect.any(Number),
                    message: expect.stringContaining("Type 'number' is not assignable to type 'string'"),
                    code: 'TS2322'
                }
            ]
        });
    });

    test('are fine where they are', async () => {
        const folder = projectOf({ 'tsconfig.json': tsconfig, 'vendor/syncs/people.ts': syncSource }, [
            'zod',
            'typescript',
            '@patchbay/functions'
        ]);
        expect(await typecheckProject(folder)).toMatchObject({ status: 'checked', problems: [] });
    });

    test('are not checked without TypeScript or its settings, which is said with what to do', async () => {
        expect(await typecheckProject(projectOf({ 'tsconfig.json': tsconfig }, []))).toMatchObject({
            status: 'skipped',
            reason: expect.stringContaining('npm install --save-dev typescript')
        });
        expect(await typecheckProject(projectOf({}, ['typescript']))).toMatchObject({
            status: 'skipped',
            reason: expect.stringContaining('tsconfig.json')
        });
    });
});
