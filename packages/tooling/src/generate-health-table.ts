import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { healthActions, healthCauses } from '@patchbay/contracts';
import { rootFolder } from './docs.ts';
import { tableOf } from './generate-reference.ts';

const document = join(rootFolder, 'docs/health.md');
const place = /(<!-- generated: packages\/tooling\/src\/generate-health-table\.ts -->\n)[\s\S]*?(<!-- end -->)/;

/** Fills the table of causes in `docs/health.md`. */
export function withHealthTable(text: string): string {
    const rows = Object.entries(healthCauses).map(([cause, { status, message, action }]) => [
        `\`${cause}\``,
        `\`${status}\``,
        message.replace('{app}', '…'),
        `\`${action}\``,
        healthActions[action].by
    ]);
    const table = tableOf(['`cause.code`', '`status`', 'In words', '`action.code`', '`action.by`'], rows);
    return text.replace(place, (_, begin: string, end: string) => `${begin}${table}\n${end}`);
}

export function generateHealthTable(): void {
    writeFileSync(document, withHealthTable(readFileSync(document, 'utf8')));
}
