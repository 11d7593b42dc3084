import { createHash } from 'node:crypto';
import { endpoints, errorReference } from '@patchbay/contracts';
import type { Page } from '../../../kernel/http/mount.ts';

const styles =
    'body{margin:0 auto;max-inline-size:760px;padding:24px 16px 96px;font:1rem/1.6 ui-sans-serif,system-ui,sans-serif;color-scheme:light dark}code{font:.875em ui-monospace,monospace;overflow-wrap:anywhere}h2{margin:40px 0 4px;font-size:1.125rem}p{margin:4px 0}:target{outline:2px solid;outline-offset:8px;border-radius:2px}';
const styleHash = createHash('sha256').update(styles).digest('base64');

/** All texts are the catalogue's own, so only their angle brackets are escaped. */
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const withCode = (text: string) => escape(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

let made: Page | undefined;

/** Every error code with its remedy, at `#<code>`. Made once, when it is first asked for. */
export function errorPage(): Page {
    made ??= makePage();
    return made;
}

const makePage = (): Page => ({
    status: 200,
    headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
    },
    body: Buffer.from(
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Errors of the Patchbay API</title><style>${styles}</style></head><body><h1>Errors</h1>${errorReference(
            endpoints
        )
            .map(({ code, status, message, remedy, endpoints: naming }) => {
                const at = naming.map(
                    ({ endpoint, status: own }) => `<code>${escape(endpoint)}</code>${own === status ? '' : ` (${own})`}`
                );
                return `<section id="${code}"><h2><code>${code}</code> ${status}</h2><p>${withCode(message)}</p><p>${withCode(remedy)}</p>${at.length === 0 ? '' : `<p>At ${at.join(', ')}.</p>`}</section>`;
            })
            .join('')}</body></html>`
    )
});
