import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { providers } from '@patchbay/providers';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { analysedFolders, reviewedExpressions, findSuperLinear, superLinear } from './check-regular-expressions.ts';
import { readSources } from './source-file.ts';

const root = join(import.meta.dirname, '../../..');
const doubtful = analysedFolders
    .flatMap((folder) => readSources(root, `${folder}/src`))
    .filter(({ isForDevelopment }) => !isForDevelopment)
    .flatMap((file) => {
        const text = readFileSync(join(root, file.path), 'utf8');
        return findSuperLinear(file, (start, end) => text.slice(start, end));
    });

test('T-44: every regular expression takes linear time, or there is a reason why it may take longer', () => {
    expect(doubtful.filter(({ expression }) => !Object.hasOwn(reviewedExpressions, expression))).toEqual([]);
});

test('every reason is for an expression that there is', () => {
    const used = new Set(doubtful.map(({ expression }) => expression));
    expect(Object.keys(reviewedExpressions).filter((expression) => !used.has(expression))).toEqual([]);
});

test('T-44: every pattern of a provider takes linear time', () => {
    const patterns = [...providers.values()].flatMap((provider) =>
        [...Object.values(provider.credentials ?? {}), ...Object.values(provider.connection_config ?? {})].flatMap(
            ({ pattern = [] }) => pattern
        )
    );
    expect(patterns.length).toBeGreaterThan(5);
    expect(patterns.filter((pattern) => superLinear(`^(?:${pattern})$`) !== undefined)).toEqual([]);
});

test.each([
    ['a number that is looked for everywhere', 'text.matchAll(/(\\d+(?:\\.\\d+)?)(ms|[smhd])/g)', 'quadratic'],
    ['what is at the end, after the same in the middle', 'text.replace(/\\s+$/, "")', 'quadratic'],
    ['two repetitions of the same side by side', '/^a*a*$/.test(text)', 'quadratic'],
    ['a repetition of a repetition', '/^(?:a+)+$/.test(text)', 'exponential'],
    ['a beginning that a repetition runs over', '/\\bpostgres (.*?) -c /.exec(text)', 'quadratic'],
    ['the same within a group', '/<(?:[^>]|">")*>/.exec(text)', 'quadratic'],
    ['a look ahead', '/x(?!.*y)/.test(text)', 'cannot be analysed'],
    ['a pattern that comes from somewhere', 'new RegExp(pattern).test(text)', 'at run time'],
    ['the same without new', 'RegExp(pattern).test(text)', 'at run time']
])('%s is found', (_what, text, why) => {
    const { program } = parseSync('planted.ts', text);
    const found = findSuperLinear({ path: 'planted.ts', program, lineAt: () => 1 }, (start, end) => text.slice(start, end));
    expect(found).toEqual([expect.objectContaining({ file: 'planted.ts', line: 1, why: expect.stringContaining(why) })]);
});

test.each(['/^(?:\\d{1,9}(?:\\.\\d{1,9})?(?:ms|[smhd]))+$/', '/[a-z]+/g', '/^[^,]*,[^,]*$/', '/#.*/s', '/;rel="([^"]*)"/'])(
    '%s is not',
    (text) => {
        const { program } = parseSync('fine.ts', text);
        expect(findSuperLinear({ path: 'fine.ts', program, lineAt: () => 1 }, () => text)).toEqual([]);
    }
);
