import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { alertMessage, alertRules, issueExample } from '@patchbay/contracts';
import { rootFolder } from './docs.ts';
import { tableOf } from './generate-reference.ts';

const document = join(rootFolder, 'docs/alerts.md');
const table = /(<!-- generated: packages\/tooling\/src\/generate-alert-table\.ts -->\n)[\s\S]*?(<!-- end -->)/;
const example = /(<!-- generated: packages\/tooling\/src\/generate-alert-table\.ts example -->\n)[\s\S]*?(<!-- end -->)/;

/** Fills the table of rules and the example of a message in `docs/alerts.md`. */
export function withAlertTable(text: string): string {
    const rows = Object.entries(alertRules).map(([rule, { opens, resolves, counts, remedy, call }]) => [
        `\`${rule}\``,
        opens,
        resolves,
        counts,
        `${remedy} \`${call.replace('/{subject}', '/:id').replaceAll(/\{(\w+)\}/g, '…')}\``
    ]);
    const rules = tableOf(['Rule', 'An issue is opened when', 'and resolved when', '`count`', 'What to do'], rows);
    const message = alertMessage.parse({
        type: 'issue.opened',
        timestamp: issueExample.opened_at,
        data: { ...issueExample, environment: 'prod' }
    });
    return text
        .replace(table, (_, begin: string, end: string) => `${begin}${rules}\n${end}`)
        .replace(example, (_, begin: string, end: string) => `${begin}\`\`\`json\n${JSON.stringify(message, null, 4)}\n\`\`\`\n${end}`);
}

export function generateAlertTable(): void {
    writeFileSync(document, withAlertTable(readFileSync(document, 'utf8')));
}
