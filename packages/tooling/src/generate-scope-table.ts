import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accountScopeCatalog, scopeCatalog } from '@patchbay/contracts';
import { rootFolder } from './docs.ts';
import { tableOf } from './generate-reference.ts';

const document = join(rootFolder, 'docs/keys.md');
const place = /(<!-- generated: packages\/tooling\/src\/generate-scope-table\.ts -->\n)[\s\S]*?(<!-- end -->)/;

const accountPlace = /(<!-- generated: packages\/tooling\/src\/generate-scope-table\.ts, of account keys -->\n)[\s\S]*?(<!-- end -->)/;

/** Fills the tables of scopes in `docs/keys.md`. */
export function withScopeTable(text: string): string {
    const rows = Object.entries(scopeCatalog).map(([scope, { allows, isDefault }]) => [`\`${scope}\``, allows, isDefault ? 'yes' : 'no']);
    const table = tableOf(['Scope', 'Allows', 'Default'], rows);
    const ofAccount = Object.entries(accountScopeCatalog).map(([scope, allows]) => [`\`${scope}\``, allows]);
    const accountTable = tableOf(['Scope', 'Allows'], ofAccount);
    return text
        .replace(place, (_, begin: string, end: string) => `${begin}${table}\n${end}`)
        .replace(accountPlace, (_, begin: string, end: string) => `${begin}${accountTable}\n${end}`);
}

export function generateScopeTable(): void {
    writeFileSync(document, withScopeTable(readFileSync(document, 'utf8')));
}
