import { createHash } from 'node:crypto';
import { withoutControls } from '@patchbay/contracts';
import { tokensCss } from '@patchbay/tokens';
import type { Page } from '../../../kernel/http/mount.ts';
import type { LaunchPrompt } from './launch-prompt.ts';
import { type Branding, brandingCss } from './page-branding.ts';
import { type Ending, pageLanguage } from './page-texts.ts';

/** The styles of the sign-in window's pages, in the widget's colours. */
const styles = `${tokensCss}
body{margin:0;min-block-size:100vh;display:grid;place-items:center;background:var(--canvas);color:var(--text);font:.9375rem/1.5rem ui-sans-serif,system-ui,sans-serif}
main{box-sizing:border-box;inline-size:min(440px,100% - 32px);padding:28px;margin-block:16px;background:var(--surface);border:1px solid var(--hairline);border-radius:14px;text-align:start}
h1{font-size:1.375rem;line-height:1.75rem;margin:0 0 8px;text-wrap:balance}
p{margin:0 0 16px;color:var(--text-2);overflow-wrap:anywhere;text-wrap:pretty}
p:last-child{margin:0}
code{color:var(--text);font:.8125rem ui-monospace,monospace}
a,button{font:inherit;color:var(--accent-text)}
button{min-block-size:44px;padding:8px 20px;font-weight:600;border:1px solid var(--control);border-radius:6px;background:var(--surface);color:var(--text);cursor:pointer}
form button{border-color:transparent;background:var(--accent);color:var(--on-accent);forced-color-adjust:none}
:focus-visible{outline:2px solid var(--accent-text);outline-offset:2px}
svg{display:block;margin-block-end:16px;color:var(--text-2)}
header{display:flex;align-items:center;gap:8px;margin-block-end:16px;font-weight:600}
header img{block-size:24px;max-inline-size:160px}
.connected{color:var(--ok)}`;

/** The glyph: two tiles and the line between them, which shows the state. */
const between = { connected: 'M13 8H35', connecting: 'M17 8h.1M21 8h.1M27 8h.1M31 8h.1', broken: 'M13 8h6M29 8h6' };
const linkGlyph = (state: keyof typeof between) =>
    `<svg class="${state}" width="72" height="24" viewBox="0 0 48 16" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" aria-hidden="true"><rect x="1" y="2" width="12" height="12" rx="3"/><rect x="35" y="2" width="12" height="12" rx="3"/><path d="${between[state]}"/></svg>`;

interface PageOptions {
    locale: string;
    /** The product's; ours where the session is unknown. */
    branding?: Branding | undefined;
    theme: 'light' | 'dark' | 'system';
    status?: number;
    head?: string;
    script?: string;
    /** What the policy allows beyond the page's own looks and its script. */
    alsoAllowed?: { connect?: true; form?: true };
    glyph: keyof typeof between;
    title: string;
    body: string;
    headers?: Record<string, string | string[]>;
    /** Another page's `ending` follows. */
    isUnfinished?: boolean;
}

/** By the first: `:last-of-type` matches nothing until the parser has the whole page. */
const replacing = 'main:first-of-type{display:none}';
const hashOf = (css: string) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`;

/** A page of a sign-in. */
interface SignInPage extends Page {
    body: string;
    /** What takes another page's place when it is sent behind it: their looks are the same. */
    ending: string;
}

/** No cross-origin isolation, so that it can message its opener. Loads nothing from elsewhere. */
function htmlPage({
    locale,
    branding,
    theme,
    status = 200,
    head = '',
    script,
    alsoAllowed = {},
    glyph,
    title,
    body,
    headers = {},
    isUnfinished = false
}: PageOptions): SignInPage {
    const { lang, dir } = pageLanguage(locale);
    const css = styles + brandingCss(branding);
    const shown = `<main>${brandingHeader(branding)}${linkGlyph(glyph)}${body}</main>${script ?? ''}`;
    const themeAttribute = theme === 'system' ? '' : ` data-theme="${theme}"`;
    return {
        status,
        headers: {
            'content-type': 'text/html; charset=utf-8',
            'content-security-policy': [
                "default-src 'none'",
                `style-src ${hashOf(css)}${isUnfinished ? ` ${hashOf(replacing)}` : ''}`,
                ...(branding?.logo ? ['img-src data:'] : []),
                `script-src ${script === undefined && !isUnfinished ? "'none'" : "'self'"}`,
                ...(alsoAllowed.connect ? ["connect-src 'self'"] : []),
                "base-uri 'none'",
                `form-action ${alsoAllowed.form ? "'self'" : "'none'"}`,
                "frame-ancestors 'none'",
                "require-trusted-types-for 'script'"
            ].join('; '),
            ...headers
        },
        body: `<!doctype html><html lang="${lang}" dir="${dir}"${themeAttribute}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title>${head}<style>${css}</style></head><body>${shown}${isUnfinished ? '' : '</body></html>'}`,
        ending: `${head}<style>${replacing}</style>${shown}</body></html>`
    };
}

/** Whose sign-in it is. */
function brandingHeader(branding: Branding | undefined): string {
    if (!branding?.logo && !branding?.appName) return '';
    const picture = branding.logo ? `<img src="${escapeHtml(branding.logo.src)}" alt="${escapeHtml(branding.logo.alt)}">` : '';
    return `<header>${picture}${escapeHtml(branding.logo ? '' : withoutControls(branding.appName ?? ''))}</header>`;
}

/** Status 404 on the Connect UI's origin. @param languages an `Accept-Language` header */
export function missingPage(languages: string | undefined): Page {
    const locale = languages ?? 'en';
    const { t } = pageLanguage(locale);
    const title = t('missing.title');
    const body = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(t('missing.text'))}</p>`;
    return htmlPage({ locale, theme: 'system', status: 404, glyph: 'broken', title, body });
}

/** The page that a click opens at once, before there is an address to go to. */
export function openingPage(locale: string, theme: PageOptions['theme']): Page {
    const { t } = pageLanguage(locale);
    return htmlPage({
        locale,
        theme,
        glyph: 'connecting',
        title: t('opening.title'),
        body: `<div id="waiting"><h1>${escapeHtml(t('opening.title'))}</h1><p>${escapeHtml(t('opening.text'))}</p></div><div id="late" hidden><h1>${escapeHtml(t('late.title'))}</h1><p>${escapeHtml(t('late.text'))}</p></div>`,
        script: '<script src="/ui/opening.js"></script>',
        alsoAllowed: { connect: true }
    });
}

/** Asks before an address that was carried here: another person may have sent it. */
export function confirmPage(prompt: LaunchPrompt): Page {
    const { t } = pageLanguage(prompt.locale);
    const names = { provider: prompt.providerName, app: prompt.appName ?? t('byHand.unnamedApp') };
    return askPage(prompt, t('byHand.title', names), t('byHand.text', names));
}

/** Asks whether a sign-in that waited has been approved. */
export function approvalPage(prompt: LaunchPrompt): Page {
    const { t } = pageLanguage(prompt.locale);
    const names = { provider: prompt.providerName };
    return askPage(prompt, t('approved.title', names), t('approved.text', names));
}

function askPage({ locale, theme, branding }: LaunchPrompt, title: string, text: string): Page {
    const { t } = pageLanguage(locale);
    return htmlPage({
        locale,
        branding,
        theme,
        glyph: 'connecting',
        title,
        body: `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p><form method="post"><button>${escapeHtml(t('action.goOn'))}</button></form>`,
        alsoAllowed: { form: true },
        // Lets the form send its origin; "no-referrer" would make that "null".
        headers: { 'referrer-policy': 'strict-origin' }
    });
}

/**
 * Returns to the page where a same-tab sign-in started. Not by an HTTP redirect: browsers check
 * those against the `form-action` of the provider's consent page, which names our callback.
 */
export function returnPage({
    address,
    ...args
}: {
    locale: string;
    branding?: Branding | undefined;
    theme: PageOptions['theme'];
    address: string;
    cookie?: string | undefined;
}): SignInPage {
    return redirectPage({ ...args, title: pageLanguage(args.locale).t('returning'), address });
}

export function launchPage({
    authorizationUrl,
    providerName,
    ...args
}: {
    locale: string;
    branding?: Branding | undefined;
    theme: PageOptions['theme'];
    providerName: string;
    authorizationUrl: string;
    cookie: string[];
}): Page {
    const title = pageLanguage(args.locale).t('leaving', { provider: providerName });
    return redirectPage({ ...args, title, address: authorizationUrl });
}

/** Redirects without an entry in the history; its link is for browsers that do not refresh. */
function redirectPage({
    address,
    cookie,
    ...args
}: Pick<PageOptions, 'locale' | 'branding' | 'theme' | 'title'> & { address: string; cookie?: string | string[] | undefined }): SignInPage {
    const target = escapeHtml(address);
    const { t } = pageLanguage(args.locale);
    return htmlPage({
        ...args,
        glyph: 'connecting',
        head: `<meta http-equiv="refresh" content="0;url=${target}">`,
        body: `<h1>${escapeHtml(args.title)}</h1><p><a href="${target}" rel="noreferrer">${escapeHtml(t('action.goOn'))}</a></p>`,
        ...(cookie === undefined ? {} : { headers: { 'set-cookie': cookie } })
    });
}

/**
 * While the provider is asked. The result follows in the same response, takes the place of this
 * without a script, and has the script of `callback.js` if any.
 * @param result with the same looks
 */
export function finishingPage(
    { cookie, ...args }: Pick<PageOptions, 'locale' | 'branding' | 'theme'> & { cookie: string | undefined },
    result: Promise<SignInPage>
): Page {
    const { t } = pageLanguage(args.locale);
    const { status, headers, body } = htmlPage({
        ...args,
        glyph: 'connecting',
        title: t('finishing'),
        body: `<h1>${escapeHtml(t('finishing'))}</h1><p>${escapeHtml(t('opening.text'))}</p>`,
        isUnfinished: true,
        ...(cookie === undefined ? {} : { headers: { 'set-cookie': cookie } })
    });
    return { status, headers, body, rest: result.then(({ ending }) => ending) };
}

/** How the sign-in ended. Sends its opener nothing but a hint to poll. */
export function resultPage(args: {
    locale: string;
    branding?: Branding | undefined;
    theme: PageOptions['theme'];
    kind: Ending;
    providerName: string;
    /** Where the text names the product. */
    appName?: string | null | undefined;
    /** Continues a sign-in that waits for approval. */
    approvalUrl?: string | undefined;
    /** The page to go on to. */
    onward?: string | undefined;
    providerText?: string | null;
    ref?: string;
    attemptId?: string;
    connectOrigin: string;
    clearCookie?: string | undefined;
    /** The page that opened the window waits for the reference's messages. */
    forReferenceClient?: boolean;
}): SignInPage {
    const { t, isolated } = pageLanguage(args.locale);
    const names = { provider: args.providerName, app: args.appName ?? '' };
    const [title, text] = [t(`${args.kind}.title`, names), t(`${args.kind}.text`, names)];
    const isConnected = args.kind === 'connected' || args.kind === 'finished';
    const isWell = isConnected || args.kind === 'goOn' || args.kind === 'confirm';
    // Who said no, or came too late, knows why.
    const quoted = args.providerText && args.kind === 'failed' ? `<p><q>${escapeHtml(isolated(args.providerText))}</q></p>` : '';
    const ref =
        args.ref && args.kind === 'failed'
            ? `<p>${escapeHtml(t('support'))} <code dir="ltr">${escapeHtml(args.ref)}</code> <button type="button" id="copy" hidden data-code="${escapeHtml(args.ref)}" data-done="${escapeHtml(t('action.copied'))}">${escapeHtml(t('action.copy'))}</button></p>`
            : '';
    const link =
        args.approvalUrl === undefined
            ? ''
            : `<p><a href="${escapeHtml(args.approvalUrl)}" dir="ltr">${escapeHtml(args.approvalUrl)}</a></p>`;
    const onward = args.onward === undefined ? '' : `<p><a href="${escapeHtml(args.onward)}">${escapeHtml(t('action.goOn'))}</a></p>`;
    // Here is what to do next.
    const staysOpen = args.kind === 'confirm' || onward !== '';
    // The opener acknowledges and shows the error. The reference's client closes its windows.
    const close = staysOpen ? 'false' : isWell ? 'true' : args.attemptId && !args.forReferenceClient ? 'told' : 'false';
    const file = args.forReferenceClient ? 'reference-callback.js' : 'callback.js';
    return htmlPage({
        ...args,
        glyph: isConnected ? 'connected' : isWell || args.kind === 'approval' ? 'connecting' : 'broken',
        status: args.kind === 'trouble' ? 503 : isWell || args.kind === 'denied' || args.kind === 'approval' ? 200 : 400,
        title,
        body: `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${quoted}${ref}${link}${onward}<button type="button" id="close">${escapeHtml(t('action.close'))}</button>`,
        script: `<script src="/oauth/${file}" data-attempt="${escapeHtml(args.attemptId ?? '')}" data-origin="${escapeHtml(args.connectOrigin)}" data-close="${close}" data-title="${escapeHtml(title)}"></script>`,
        ...(args.clearCookie === undefined ? {} : { headers: { 'set-cookie': args.clearCookie } })
    });
}

/**
 * Runs on the result page: removes the code from the history, gives the page its title (it may
 * have begun as another one), tells the opener to poll, and closes
 * the window on success, or when the opener has acknowledged the failure and shows it itself.
 */
export const callbackScript = `(() => {
    const { attempt, origin, close, title } = document.currentScript.dataset;
    document.title = title;
    const { opener } = window;
    history.replaceState(null, '', '/oauth/callback');
    if (opener) {
        if (close === 'told')
            window.addEventListener('message', (event) => {
                if (event.source === opener && event.origin === origin && event.data?.t === 'heard') window.close();
            });
        opener.postMessage({ t: 'hint', attempt }, origin);
    }
    document.getElementById('close').addEventListener('click', () => window.close());
    const copy = document.getElementById('copy');
    if (copy && navigator.clipboard) {
        copy.hidden = false;
        copy.addEventListener('click', () =>
            navigator.clipboard.writeText(copy.dataset.code).then(() => (copy.textContent = copy.dataset.done), () => {})
        );
    }
    if (close === 'true') window.close();
})();
`;

function escapeHtml(text: string): string {
    return text.replaceAll(/[&<>"'\u2028\u2029]/g, (character) => `&#${character.charCodeAt(0)};`);
}
