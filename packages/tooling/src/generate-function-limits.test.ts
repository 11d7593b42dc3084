import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnerErrorCodes } from '@patchbay/runner/errors';
import { expect, test } from 'vitest';
import { rootFolder } from './docs.ts';
import { withFunctionLimits } from './generate-function-limits.ts';

const text = readFileSync(join(rootFolder, 'docs/functions-security.md'), 'utf8');

test('docs/functions-security.md has the limits of functions as they are; `npm run gen` brings it up to date', () => {
    expect(text).toContain('| Time | 300 s | 24 h |');
    expect(text).toBe(withFunctionLimits(text));
});

test('docs/functions-security.md names each code with which the runner ends a run', () => {
    expect(Object.keys(runnerErrorCodes).filter((code) => !text.includes(`\`${code}\``))).toEqual([]);
});
