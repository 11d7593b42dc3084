import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { providers } from '@patchbay/providers';
import { rootFolder } from './docs.ts';

const document = join(rootFolder, 'docs/integrations.md');
const place = /(<!-- generated: packages\/tooling\/src\/generate-provider-table\.ts -->\n)[\s\S]*?(<!-- end -->)/;

/** Fills the table of providers in `docs/integrations.md`, without those of the sandbox. */
export function withProviderTable(text: string): string {
    const rows = [...providers.values()].flatMap(({ id, display_name: name, auth_mode: mode, sandbox, setup }) => {
        if (sandbox || setup === undefined) return [];
        const cell = setup.url === undefined ? setup.text : `${setup.text} ([details](${setup.url}))`;
        return [`| ${name} | \`${id}\` | \`${mode}\` | ${cell} |`];
    });
    const table = ['| Provider | `provider` | Kind | Setup |', '|---|---|---|---|', ...rows, ''].join('\n');
    return text.replace(place, (_, begin: string, end: string) => `${begin}${table}${end}`);
}

export function generateProviderTable(): void {
    writeFileSync(document, withProviderTable(readFileSync(document, 'utf8')));
}
