import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { findPrograms } from './wall.ts';

test('the licenses of the libraries in isolates come with them', () => {
    const { devDependencies }: { devDependencies: Record<string, string> } = JSON.parse(
        readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')
    );
    const licenses = readFileSync(join(dirname(findPrograms().runtime), 'licenses.md'), 'utf8');
    const bundled = Object.entries(devDependencies).filter(([name]) => name !== 'rolldown');
    expect(bundled.filter(([name, version]) => !licenses.includes(`## ${name} - ${version} (`))).toEqual([]);
    expect(licenses).toContain('## zod - ');
    // Each with its text.
    expect(licenses.split('\n## ').filter((license) => !/permission/i.test(license) && !license.startsWith('# Licenses'))).toEqual([]);
});
