import { createHash } from 'node:crypto';
import { tokensCss } from '@patchbay/tokens';
import type { Page } from '../../kernel/mount.ts';
import { type PageTexts, pageTexts } from './page-texts.ts';

/** What the pages of the sign-in window look like: one card, one sentence, in the widget's colours. */
const styles = `${tokensCss}
body{margin:0;min-block-size:100vh;display:grid;place-items:center;background:var(--canvas);color:var(--text);font:15px/24px ui-sans-serif,system-ui,sans-serif}
main{max-inline-size:24rem;padding:28px;margin:16px;background:var(--surface);border:1px solid var(--hairline);border-radius:14px;text-align:start}
h1{font-size:22px;line-height:28px;margin:0 0 8px}
p{margin:0 0 12px;color:var(--text-2);overflow-wrap:anywhere}
code{color:var(--text);font:13px ui-monospace,monospace}
a,button{font:inherit;color:var(--accent-text)}
button{min-block-size:44px;padding:0 20px;border:1px solid var(--control);border-radius:6px;background:var(--surface);color:var(--text);cursor:pointer}
:focus-visible{outline:2px solid var(--accent-text);outline-offset:2px}
svg{display:block;margin-block-end:16px;color:var(--text-2)}
.connected{color:var(--ok)}`;
const styleHash = createHash('sha256').update(styles).digest('base64');

/** Two tiles and what is between them: how things stand, by shape. */
const between = { connected: 'M13 8H35', connecting: 'M17 8h.1M21 8h.1M27 8h.1M31 8h.1', broken: 'M13 8h6M29 8h6' };
const linkGlyph = (state: keyof typeof between) =>
    `<svg class="${state}" width="72" height="24" viewBox="0 0 48 16" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" aria-hidden="true"><rect x="1" y="2" width="12" height="12" rx="3"/><rect x="35" y="2" width="12" height="12" rx="3"/><path d="${between[state]}"/></svg>`;

interface PageOptions {
    locale: string;
    theme: 'light' | 'dark' | 'system';
    status?: number;
    head?: string;
    script?: string;
    glyph: keyof typeof between;
    title: string;
    body: string;
    headers?: Record<string, string>;
}

/** A page without cross-origin isolation, so that its opener can be told to look again (D-08). Nothing on it is loaded from elsewhere. */
function htmlPage({ locale, theme, status = 200, head = '', script, glyph, title, body, headers = {} }: PageOptions): Page {
    const { lang, dir } = pageTexts(locale);
    const themeAttribute = theme === 'system' ? '' : ` data-theme="${theme}"`;
    return {
        status,
        headers: {
            'content-type': 'text/html; charset=utf-8',
            'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; script-src ${script === undefined ? "'none'" : "'self'"}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'`,
            ...headers
        },
        body: `<!doctype html><html lang="${lang}" dir="${dir}"${themeAttribute}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title>${head}<style>${styles}</style></head><body><main>${linkGlyph(glyph)}${body}</main>${script ?? ''}</body></html>`
    };
}

/** The page that a click opens at once, before there is an address to go to. */
export function openingPage(locale: string, theme: PageOptions['theme']): Page {
    const texts = pageTexts(locale);
    return htmlPage({
        locale,
        theme,
        glyph: 'connecting',
        title: texts.opening,
        body: `<h1>${escapeHtml(texts.opening)}</h1><p>${escapeHtml(texts.openingHint)}</p>`
    });
}

export function launchPage(args: {
    locale: string;
    theme: PageOptions['theme'];
    providerName: string;
    authorizationUrl: string;
    cookie: string;
}): Page {
    const texts = pageTexts(args.locale);
    const address = escapeHtml(args.authorizationUrl);
    const title = texts.leaving(isolated(args.providerName, texts));
    return htmlPage({
        ...args,
        glyph: 'connecting',
        title,
        head: `<meta http-equiv="refresh" content="0;url=${address}">`,
        body: `<h1>${escapeHtml(title)}</h1><p><a href="${address}" rel="noreferrer">${escapeHtml(texts.goOn)}</a></p>`,
        headers: { 'set-cookie': args.cookie }
    });
}

/** How the sign-in ended, for the person in front of the window. Carries nothing that a script could use but "look again". */
export function resultPage(args: {
    locale: string;
    theme: PageOptions['theme'];
    kind: keyof PageTexts['results'];
    providerName: string;
    providerText?: string | null;
    ref?: string;
    attemptId?: string;
    connectOrigin: string;
    clearCookie?: string | undefined;
}): Page {
    const texts = pageTexts(args.locale);
    const result = texts.results[args.kind];
    const providerName = isolated(args.providerName, texts);
    const [title, text] = [result.title(providerName), result.text(providerName)];
    const isWell = args.kind === 'connected' || args.kind === 'goOn';
    // Who said no, or came too late, knows why.
    const quoted = args.providerText && args.kind === 'failed' ? `<p><q>${escapeHtml(isolated(args.providerText, texts))}</q></p>` : '';
    const ref =
        args.ref && args.kind === 'failed' ? `<p>${escapeHtml(texts.support)} <code dir="ltr">${escapeHtml(args.ref)}</code></p>` : '';
    return htmlPage({
        ...args,
        glyph: args.kind === 'connected' ? 'connected' : isWell ? 'connecting' : 'broken',
        status: args.kind === 'trouble' ? 503 : isWell || args.kind === 'denied' ? 200 : 400,
        title,
        body: `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${quoted}${ref}<button type="button" id="close">${escapeHtml(texts.close)}</button>`,
        script: `<script src="/oauth/callback.js" data-attempt="${escapeHtml(args.attemptId ?? '')}" data-origin="${escapeHtml(args.connectOrigin)}" data-close="${isWell}"></script>`,
        ...(args.clearCookie === undefined ? {} : { headers: { 'set-cookie': args.clearCookie } })
    });
}

/** Runs on the result page: takes the code out of the history, tells the opener to look again, and closes the window when all is well. */
export const callbackScript = `(() => {
    const { attempt, origin, close } = document.currentScript.dataset;
    history.replaceState(null, '', '/oauth/callback');
    if (window.opener) window.opener.postMessage({ t: 'hint', attempt }, origin);
    document.getElementById('close').addEventListener('click', () => window.close());
    if (close === 'true') window.close();
})();
`;

/** Letters written from right to left, and the invisible characters that change the direction. */
const turning = /[\u0590-\u08FF\u200F\u202A-\u202E\uFB1D-\uFEFC]/;

/** A name in a sentence of the other direction keeps its order, brackets too, between Unicode's isolates (UAX #9, 2.4.2). */
function isolated(name: string, { dir }: PageTexts): string {
    return dir === 'rtl' || turning.test(name) ? `\u2068${name}\u2069` : name;
}

function escapeHtml(text: string): string {
    return text.replaceAll(/[&<>"'\u2028\u2029]/g, (character) => `&#${character.charCodeAt(0)};`);
}
