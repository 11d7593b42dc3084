import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { doctorChecks } from '@patchbay/contracts';
import { rootFolder } from './docs.ts';
import { tableOf } from './generate-reference.ts';

const document = join(rootFolder, 'docs/doctor.md');
const place = /(<!-- generated: packages\/tooling\/src\/generate-doctor-table\.ts -->\n)[\s\S]*?(<!-- end -->)/;

/** Fills the table of what the doctor finds in `docs/doctor.md`. */
export function withDoctorTable(text: string): string {
    const rows = Object.entries(doctorChecks).map(([code, { severity, message, remedy }]) => [
        `\`${code}\``,
        severity,
        message.replace('{app}', 'the provider'),
        remedy
    ]);
    const table = tableOf(['`code`', '`severity`', 'What it is', 'What to do'], rows);
    return text.replace(place, (_, begin: string, end: string) => `${begin}${table}\n${end}`);
}

export function generateDoctorTable(): void {
    writeFileSync(document, withDoctorTable(readFileSync(document, 'utf8')));
}
