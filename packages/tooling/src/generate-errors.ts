import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints, errorReference } from '@patchbay/contracts';
import { rootFolder } from './docs.ts';

const errorsFile = join(rootFolder, 'docs/errors.md');

/** The text of `docs/errors.md`: a heading for each code, so that a link can lead to it. */
export function errorsDocument(): string {
    const entries = errorReference(endpoints).map(({ code, status, message, remedy, endpoints: naming }) => {
        const at = naming.map(({ endpoint, status: own }) => `\`${endpoint}\`${own === status ? '' : ` (${own})`}`);
        return [
            `### ${code}`,
            '',
            `**${status}** ${message}`,
            '',
            remedy,
            ...(at.length === 0 ? [] : ['', `At ${at.join(', ')}.`]),
            ''
        ].join('\n');
    });
    return `<!-- Written by \`npm run gen\` from packages/contracts. Do not edit. -->
# Errors

Every error of the API has one shape:

\`\`\`json
{ "error": { "code": "invalid_body", "message": "…", "errors": [{ "code": "invalid_type", "message": "…", "path": ["end_user", "id"] }], "payload": {} } }
\`\`\`

\`code\` is stable: branch on it. \`message\` is for people and may change. \`errors\` names the fields of an input that does not fit, \`payload\` holds further values where the description says so. Each error response links to its entry in the copy of this page on your server: \`Link: <…/docs/errors#invalid_body>; rel="help"\`. By the header \`X-Request-Id\` of a response its lines are found in the log of the server.

What the provider answers through the proxy is passed on as it is; an error of Patchbay has the header \`Patchbay-Error\` there. What can go wrong while an end user connects is in [Support](support.md) and [Embedding](embedding.md).

${entries.join('\n')}`;
}

export function generateErrors(): void {
    writeFileSync(errorsFile, errorsDocument());
}
