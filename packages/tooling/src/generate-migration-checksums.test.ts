import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readListedMigrations, withNewMigrations } from './generate-migration-checksums.ts';

/** Numbers without a file. A file that takes one of them would run after higher ones. */
const unusedNumbers: Readonly<Record<number, string>> = {
    12: 'skipped: no commit has a file of this number',
    15: 'skipped: no commit has a file of this number'
};

test('no listed migration has changed, and all are listed; `npm run gen` adds new ones', () => {
    expect(readListedMigrations()).toEqual(withNewMigrations(readListedMigrations()));
});

test('each number has one migration, but for those that have a reason not to', () => {
    const numbers = Object.keys(readListedMigrations()).map((name) => Number(name.slice(0, 4)));
    const expected = Array.from({ length: Math.max(...numbers) }, (_, index) => index + 1).filter((number) => !unusedNumbers[number]);
    expect(numbers).toEqual(expected);
});

describe('a listed migration', () => {
    let folder: string;
    beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'patchbay-checksums-'))));
    afterEach(() => rmSync(folder, { recursive: true }));

    const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

    test('may get other comments and blank lines, and others after it', () => {
        write('0001_boxes.sql', '-- Boxes.\ncreate table boxes (\n    id int\n);\n');
        const listed = withNewMigrations({}, folder);
        write('0001_boxes.sql', 'create table boxes (\n    -- Counted.\n    id int\n);\n\n');
        write('0002_lids.sql', 'create table lids (id int);\n');
        expect(withNewMigrations(listed, folder)).toEqual({ ...listed, '0002_lids.sql': expect.stringMatching(/^[0-9a-f]{64}$/) });
    });

    test.each([
        ['its statements change', '0001_boxes.sql', 'create table boxes (id bigint);\n'],
        ['it is no longer run in a transaction', '0001_boxes.sql', '-- no transaction\ncreate table boxes (id int);\n'],
        ['it is renamed', '0001_crates.sql', 'create table boxes (id int);\n']
    ])('is refused when %s', (_change, name, text) => {
        write('0001_boxes.sql', 'create table boxes (id int);\n');
        const listed = withNewMigrations({}, folder);
        rmSync(join(folder, '0001_boxes.sql'));
        write(name, text);
        expect(() => withNewMigrations(listed, folder)).toThrow(/^0001_boxes\.sql: .*write a new migration/);
    });
});
