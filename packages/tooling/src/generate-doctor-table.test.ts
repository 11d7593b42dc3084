import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { doctorCodes } from '@patchbay/contracts';
import { expect, test } from 'vitest';
import { rootFolder } from './docs.ts';
import { withDoctorTable } from './generate-doctor-table.ts';

test('docs/doctor.md lists everything that the doctor finds; `npm run gen` brings it up to date', () => {
    const text = readFileSync(join(rootFolder, 'docs/doctor.md'), 'utf8');
    expect(doctorCodes.filter((code) => !text.includes(`| \`${code}\` |`))).toEqual([]);
    expect(text).toBe(withDoctorTable(text));
});
