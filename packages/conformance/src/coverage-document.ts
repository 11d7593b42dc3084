import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { asMarkdown, UserError, type VendorRun } from './run-vendors.ts';
import { vendors } from './vendors.ts';

export const coverageDocument = fileURLToPath(new URL('../../../docs/conformance.md', import.meta.url));
const tables = /(<!-- generated: npm run conform -- --docs -->\n)[\s\S]*?(<!-- end -->)/;

/** Fills the tables of `docs/conformance.md`. */
export function withCoverage(text: string, runs: readonly VendorRun[]): string {
    return text.replace(tables, (_, begin: string, end: string) => `${begin}\n${asMarkdown(runs)}\n${end}`);
}

/** @throws {UserError} where the runs are not those of all vendors at their emulators */
export function writeCoverage(runs: readonly VendorRun[]): void {
    if (runs.length !== vendors.size || runs.some(({ place }) => place !== 'the emulator'))
        throw new UserError(
            'The tables in the documentation are of all vendors at their emulators: name none, and set none of the variables.'
        );
    writeFileSync(coverageDocument, withCoverage(readFileSync(coverageDocument, 'utf8'), runs));
}
