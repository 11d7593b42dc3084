import type { IntegrationState } from '@patchbay/contracts';
import type { Page } from '../../../kernel/http/mount.ts';
import type { PublicStatus } from './public-status.ts';

const words: Record<IntegrationState, string> = {
    operational: 'operational',
    degraded: 'degraded',
    down: 'down',
    paused: 'paused',
    unknown: 'unknown'
};

/** White on each has a contrast of at least 4.5. */
const colours: Record<IntegrationState, string> = {
    operational: '#1d6b34',
    degraded: '#8a5300',
    down: '#b3261e',
    paused: '#55514b',
    unknown: '#55514b'
};

const height = 20;
const label = 'integrations';
const letterWidth = 6.6;
const widthOf = (text: string) => Math.round(text.length * letterWidth + 14);

/** The state in one word, to be shown by other pages. */
export function badgeOf({ state }: PublicStatus, cacheControl: string): Page {
    const [left, right] = [widthOf(label), widthOf(words[state])];
    const text = (content: string, x: number, width: number) =>
        `<text x="${x + width / 2}" y="14" textLength="${width - 14}" lengthAdjust="spacingAndGlyphs">${content}</text>`;
    return {
        status: 200,
        headers: {
            'content-type': 'image/svg+xml; charset=utf-8',
            'content-security-policy': "default-src 'none'; sandbox",
            'cache-control': cacheControl,
            'cross-origin-resource-policy': 'cross-origin'
        },
        body: `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="${height}" role="img" aria-label="${label}: ${words[state]}"><title>${label}: ${words[state]}</title><rect width="${left + right}" height="${height}" rx="4" fill="#1c1b1a"/><path d="M${left} 0h${right - 4}a4 4 0 0 1 4 4v12a4 4 0 0 1-4 4h${-(right - 4)}z" fill="${colours[state]}"/><g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,sans-serif" font-size="11">${text(label, 0, left)}${text(words[state], left, right)}</g></svg>`
    };
}
