import { randomBytes } from 'node:crypto';
import { checkFields, isText, isDelayMs, isInteger, InvalidInput } from './check-fields.ts';
import type { Check } from './check-fields.ts';
import { escapeHtml, htmlPage, messagePage } from './html-page.ts';

/** How people come back to the app, in words. */
export const CALLBACK_MODES = {
    normal: 'as they should',
    wrong_state: 'with another state',
    no_state: 'without state',
    altered_iss: 'with another issuer in iss',
    no_iss: 'without iss, although the metadata promise it',
    error: 'with an error in place of the code; error and error_description say which',
    duplicate: 'twice',
    drop: 'never: they stay on a page here',
    delay: 'ms milliseconds late',
    redirect_chain: 'over as many more redirects as hops says',
    form_post: 'by a form, which a page here sends by POST'
} as const;
export type CallbackMode = keyof typeof CALLBACK_MODES;

export interface CallbackPlan {
    mode: CallbackMode;
    error?: string;
    error_description?: string;
    ms?: number;
    hops?: number;
}

const isErrorText: Check = (value) => isText(value) && String(value).length <= 2_000;
/** Browsers give up at about 20. */
const MAX_HOPS = 50;
const PLAN_FIELDS: Readonly<Partial<Record<CallbackMode, Record<string, Check>>>> = {
    error: { error: isErrorText, error_description: isErrorText },
    delay: { '*ms': isDelayMs },
    redirect_chain: { '*hops': isInteger(1, MAX_HOPS) }
};

/** The first navigation has been sent, and is interrupted while the application handles it. */
const SECOND_NAVIGATION_MS = 60;

const LOOPBACK_CALLBACK = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\]|[a-z0-9-]+(\.[a-z0-9-]+)*\.localhost)(:\d{1,5})?\/oauth\/callback$/;

/** The callback of any application on this machine, on any port. */
export function isLoopbackCallback(uri: string): boolean {
    return LOOPBACK_CALLBACK.test(uri);
}

/** Reads `{mode, …}`. @throws {InvalidInput} */
export function parseCallbackPlan({ mode, ...fields }: Record<string, unknown>): CallbackPlan {
    if (!isCallbackMode(mode)) throw new InvalidInput(`"mode" must be one of ${Object.keys(CALLBACK_MODES).join(', ')}.`);
    checkFields(`The mode ${mode}`, fields, PLAN_FIELDS[mode] ?? {});
    return { mode, ...fields };
}

/** How the browser returns to the application: by redirects, or by a page of the sandbox. */
export type Delivery = { location: string; ms: number; hops: number } | { html: string; hasScript: boolean };

/** @param location the application's callback with `code` (or `error`), `state` and `iss` */
export function deliverCallback(plan: CallbackPlan, location: string): Delivery {
    const { mode, ms = 0, hops = 0, error = 'server_error', error_description: description = null } = plan;
    const changed = (changes: Record<string, string | null>) => ({ location: withParameters(location, changes), ms: 0, hops: 0 });
    switch (mode) {
        case 'normal':
        case 'delay':
        case 'redirect_chain':
            return { location, ms, hops };
        case 'wrong_state':
            return changed({ state: `wrong-${randomBytes(12).toString('hex')}` });
        case 'no_state':
            return changed({ state: null });
        case 'altered_iss':
            return changed({ iss: 'https://elsewhere.example' });
        case 'no_iss':
            return changed({ iss: null });
        case 'error':
            return changed({ code: null, error, error_description: description });
        case 'drop':
            return { html: messagePage('The response is lost', 'The sandbox was told not to send you back to the app.'), hasScript: false };
        case 'duplicate':
            return { html: duplicatePage(location), hasScript: true };
        case 'form_post':
            return { html: formPage(new URL(location)), hasScript: true };
    }
}

/**
 * Requests the callback twice in the same tab, both with the application's cookies. The second is
 * sent only while the first is pending: a `delay` fault on the token endpoint makes that certain.
 */
function duplicatePage(location: string): string {
    return htmlPage({
        title: 'Going back twice',
        body: `<div class="card"><p class="brand">Sandbox</p><h1>Going back twice</h1><p><a id="callback" href="${escapeHtml(location)}">Back to the app</a></p></div>`,
        script: `const go = () => location.assign(document.getElementById('callback').href); go(); setTimeout(go, ${SECOND_NAVIGATION_MS});`
    });
}

/** OAuth 2.0 Form Post Response Mode. */
function formPage({ origin, pathname, searchParams }: URL): string {
    const fields = [...searchParams].map(
        ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`
    );
    return htmlPage({
        title: 'Going back',
        body: `<form class="card" method="post" action="${escapeHtml(origin + pathname)}"><p class="brand">Sandbox</p><h1>Going back</h1>${fields.join('')}<p><button>Back to the app</button></p></form>`,
        script: "document.querySelector('form').submit();"
    });
}

/** @param changes a parameter's new value; null takes it away */
function withParameters(location: string, changes: Record<string, string | null>): string {
    const url = new URL(location);
    for (const [name, value] of Object.entries(changes)) {
        if (value === null) url.searchParams.delete(name);
        else url.searchParams.set(name, value);
    }
    return url.href;
}

function isCallbackMode(mode: unknown): mode is CallbackMode {
    return typeof mode === 'string' && Object.hasOwn(CALLBACK_MODES, mode);
}
