import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectOf } from './project.fixtures.ts';
import { compileProject, findFunctions } from './index.ts';

const found = (files: Record<string, string>) => {
    const folder = projectOf(files);
    const { functions, ...rest } = findFunctions(folder);
    const names = functions.map(({ integrationId, type, name, file }) => {
        expect(file).toMatch(folder);
        return `${integrationId} ${type} ${name}`;
    });
    return { names, ...rest };
};

describe('the functions of a project', () => {
    test('are those in its folders, where nothing lists them', () => {
        const files = {
            'b/actions/one.ts': '',
            'b/on-events/hook.ts': '',
            'a/syncs/people.ts': '',
            'a/syncs/people.test.ts': '',
            'a/syncs/types.d.ts': '',
            'a/lib/help.ts': '',
            'models.ts': '',
            'node_modules/c/syncs/no.ts': '',
            '.nango/syncs/no.ts': ''
        };
        expect(found(files)).toEqual({ names: ['a sync people', 'b action one', 'b onEvent hook'], problems: [], warnings: [] });
    });

    test('are those that its index imports, and what it leaves out is said', () => {
        const files = {
            'index.ts': `import './a/syncs/people.js';\n// import './a/syncs/old.js';\n/*\nimport './a/syncs/old.js';\n*/\nimport "./a/actions/do.ts";\nimport './a/actions/do';\nimport { x } from './models.js';`,
            'a/syncs/people.ts': '',
            'a/syncs/old.ts': '',
            'a/actions/do.ts': ''
        };
        expect(found(files)).toEqual({
            names: ['a sync people', 'a action do'],
            problems: [],
            warnings: [expect.objectContaining({ file: 'a/syncs/old.ts', code: 'not_imported' })]
        });
    });

    test.each<[what: string, files: Record<string, string>, problem: object]>([
        [
            'an import without a file',
            { 'index.ts': `\nimport './a/syncs/no.js';` },
            { file: 'index.ts', line: 2, code: 'import_not_found' }
        ],
        ['a file elsewhere', { 'index.ts': `import './a/people.js';`, 'a/people.ts': '' }, { file: 'a/people.ts', code: 'not_in_layout' }],
        ['a file outside', { 'index.ts': `import '../x.js';`, '../x.ts': '' }, { code: 'not_in_layout' }],
        ['a name with a space', { 'a/syncs/read people.ts': '' }, { file: 'a/syncs/read people.ts', code: 'invalid_name' }],
        ['an integration with a #', { 'a#b/syncs/people.ts': '' }, { file: 'a#b/syncs/people.ts', code: 'invalid_name' }],
        [
            'a name of two',
            { 'a/syncs/people.ts': '', 'a/actions/people.ts': '' },
            { file: 'a/syncs/people.ts', code: 'duplicate_name', message: 'a/actions/people.ts is called people already.' }
        ]
    ])('have a problem with %s', (_what, files, problem) => {
        expect(found(files).problems).toEqual([expect.objectContaining(problem)]);
    });

    test('are none where there is no project', async () => {
        await expect(compileProject(join(projectOf({}), 'nowhere'))).rejects.toMatchObject({ problems: [{ code: 'project_not_found' }] });
    });

    test('are compiled alone, where only some are wanted', async () => {
        const folder = projectOf({ 'a/syncs/one.ts': 'export default 1;', 'a/syncs/two.ts': 'export default = ;' });
        const { functions, problems } = await compileProject(folder, { only: ({ name }) => name === 'one' });
        expect([functions.map(({ name, description }) => [name, description]), problems]).toEqual([[['one', null]], []]);
    });
});
