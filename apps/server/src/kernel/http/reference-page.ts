import { createHash } from 'node:crypto';
import type { Page } from './mount.ts';

const styles =
    'body{margin:0 auto;max-inline-size:760px;padding:24px 16px 96px;font:1rem/1.6 ui-sans-serif,system-ui,sans-serif;color-scheme:light dark}code{font:.875em ui-monospace,monospace;overflow-wrap:anywhere}h2{margin:40px 0 4px;font-size:1.125rem}p{margin:4px 0}:target{outline:2px solid;outline-offset:8px;border-radius:2px}';
const styleHash = createHash('sha256').update(styles).digest('base64');

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const withCode = (text: string) => escape(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

interface ReferencePage {
    title: string;
    heading: string;
    /** Texts of ours, with code between backticks. */
    sections: readonly { id: string; status?: number; paragraphs: readonly string[] }[];
}

/** A page of explanations, each at `#<id>`, which responses and messages link to. */
export function referencePage({ title, heading, sections }: ReferencePage): Page {
    return {
        status: 200,
        headers: {
            'content-type': 'text/html; charset=utf-8',
            'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
        },
        body: Buffer.from(
            `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${styles}</style></head><body><h1>${heading}</h1>${sections
                .map(
                    ({ id, status, paragraphs }) =>
                        `<section id="${id}"><h2><code>${id}</code>${status === undefined ? '' : ` ${status}`}</h2>${paragraphs.map((text) => `<p>${withCode(text)}</p>`).join('')}</section>`
                )
                .join('')}</body></html>`
        )
    };
}
