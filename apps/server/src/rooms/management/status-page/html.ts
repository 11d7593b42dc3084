import { createHash } from 'node:crypto';
import type { IntegrationState } from '@patchbay/contracts';
import { tokensCss } from '@patchbay/tokens';
import type { Page } from '../../../kernel/http/mount.ts';
import { type PublicIntegration, type PublicStatus, shownDays } from './public-status.ts';
import { escapeXml, overallWords, stateWords } from './words.ts';

const styles = `${tokensCss}
*{box-sizing:border-box}
body{margin:0;background:var(--canvas);color:var(--text);font:1rem/1.5 var(--sans)}
main{max-inline-size:760px;margin-inline:auto;padding:32px 16px 64px}
h1{margin:0 0 16px;font-size:1.75rem;line-height:2.125rem;overflow-wrap:anywhere}
h2{margin:0;font-size:1rem;font-weight:600;overflow-wrap:anywhere}
.overall{display:flex;align-items:center;gap:12px;margin:0;padding:16px;background:var(--surface);border:1px solid var(--hairline);border-radius:10px;font-size:1.125rem;font-weight:600}
ul{list-style:none;margin:24px 0 0;padding:0;background:var(--surface);border:1px solid var(--hairline);border-radius:10px}
li{padding:16px;border-block-start:1px solid var(--hairline)}
li:first-child{border:0}
.head{display:flex;flex-wrap:wrap;justify-content:space-between;gap:4px 16px}
.state{display:inline-flex;align-items:center;gap:8px;margin:0;font-weight:600}
.since,.days,footer{color:var(--text-2);font-size:.8125rem;line-height:1.25rem}
.days{display:flex;justify-content:space-between;margin:4px 0 0}
footer{margin-block-start:24px}
footer p{margin:0 0 4px}
a{color:var(--accent-text)}
.glyph{flex-shrink:0;fill:none;stroke:currentColor;stroke-width:1.75}
.strip{display:block;inline-size:100%;block-size:28px;margin-block-start:12px}
.operational{color:var(--ok)}.degraded{color:var(--warn)}.down{color:var(--danger)}.paused,.unknown{color:var(--text-2)}
.strip rect{fill:currentColor}.strip .unknown{color:var(--control)}
:focus-visible{outline:2px solid var(--accent-text);outline-offset:2px}`;
const styleHash = createHash('sha256').update(styles).digest('base64');

/** Two tiles and how they are joined: the state is told by shape before colour. */
const between: Record<IntegrationState, string> = {
    operational: '<path d="M13 8h22"/>',
    degraded: '<path d="M13 8h5M30 8h5M24 5v3.5M24 11v.2"/><circle cx="24" cy="8" r="6"/>',
    down: '<path d="M13 8h5M30 8h5M21 5l6 6M27 5l-6 6"/>',
    paused: '<path d="M13 8h7M28 8h7M22.5 4v8M25.5 4v8"/>',
    unknown: '<path d="M13 8h3M32 8h3"/>'
};

const glyph = (state: IntegrationState) =>
    `<svg class="glyph" width="48" height="16" viewBox="0 0 48 16" aria-hidden="true"><rect x="1" y="2" width="12" height="12" rx="3"/><rect x="35" y="2" width="12" height="12" rx="3"/>${between[state]}</svg>`;

/** The page, without a script. */
export function htmlOf({ title, url, at, state, integrations }: PublicStatus, cacheControl: string): Page {
    const name = escapeXml(title);
    const body = [
        `<h1>${name}</h1>`,
        `<p class="overall ${state}">${glyph(state)}${overallWords[state]}</p>`,
        integrations.length === 0 ? '<p>There are no integrations yet.</p>' : `<ul>${integrations.map(itemOf).join('')}</ul>`,
        '<footer>',
        `<p>As of ${timeOf(at)}. States are concluded from the requests that were made, and are some minutes behind.</p>`,
        `<p>Each day (UTC) is judged as a whole; days with too few requests are grey.</p>`,
        `<p><a href="${escapeXml(url)}/feed.atom">Feed of what goes wrong</a></p>`,
        '</footer>'
    ];
    return {
        status: 200,
        headers: {
            'content-type': 'text/html; charset=utf-8',
            'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
            'cache-control': cacheControl,
            'x-robots-tag': 'noindex'
        },
        body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${name}: ${overallWords[state]}</title><link rel="alternate" type="application/atom+xml" href="${escapeXml(url)}/feed.atom" title="${name}"><style>${styles}</style></head><body><main>${body.join('')}</main></body></html>`
    };
}

function itemOf({ name, state, since, days }: PublicIntegration): string {
    const from = since && state !== 'operational' && state !== 'unknown' ? ` <span class="since">since ${timeOf(since)}</span>` : '';
    return `<li><div class="head"><h2>${escapeXml(name)}</h2><p class="state ${state}">${glyph(state)}${stateWords[state]}${from}</p></div>${stripOf(days)}</li>`;
}

/** Height tells a day apart, as colour does. */
const heights = { operational: 24, degraded: 16, down: 8, unknown: 2 } as const;

function stripOf(days: PublicIntegration['days']): string {
    const first = days.findIndex(({ state }) => state !== 'unknown');
    if (first === -1) return '<p class="days">There is no history yet.</p>';
    const count = (wanted: string) => days.filter(({ state }) => state === wanted).length;
    const words = (['operational', 'degraded', 'down'] as const).map((state) => `${count(state)} ${stateWords[state].toLowerCase()}`);
    const label = `Last ${shownDays} days: ${words.join(', ')}, ${count('unknown')} with too few requests`;
    const cells = days.map(({ date, state }, index) => {
        const height = heights[state];
        return `<rect class="${state}" x="${index * 10}" y="${28 - height}" width="7" height="${height}"><title>${date}: ${stateWords[state]}</title></rect>`;
    });
    const known = days.length - first;
    const begins =
        known === shownDays
            ? `${shownDays} days ago`
            : `${shownDays} days ago; the history begins ${known === 1 ? 'today' : `on ${days[first]?.date ?? ''}`}`;
    return `<svg class="strip" viewBox="0 0 ${shownDays * 10 - 3} 28" preserveAspectRatio="none" role="img" aria-label="${label}">${cells.join('')}</svg><p class="days"><span>${begins}</span><span>today</span></p>`;
}

function timeOf(date: Date): string {
    const iso = date.toISOString();
    return `<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC</time>`;
}
