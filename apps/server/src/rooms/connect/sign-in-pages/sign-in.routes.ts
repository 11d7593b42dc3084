import {
    AppError,
    continueApproved,
    continueLaunch,
    type EndpointShape,
    finishAttempt,
    finishAttemptByForm,
    finishDiscoveredAttempt,
    getClientMetadata,
    launchAttempt,
    openApproval
} from '@patchbay/contracts';
import type { AttemptRow } from '@patchbay/db';
import { clientMetadata } from '@patchbay/oauth';
import { installedAppOf, isInstalled } from '@patchbay/providers';
import type { Request } from 'express';
import type { Deps } from '../../../deps.ts';
import { type Page, page, type Route } from '../../../kernel/http/mount.ts';
import { readBytes } from '../../../kernel/http/read-request.ts';
import { withTimeout } from '../../../kernel/runtime/with-timeout.ts';
import { describePrompt, findLaunchPrompt } from './launch-prompt.ts';
import { metadataDocumentUrl, redirectUriFor } from '../../connections/provider-calls/mcp/addresses.ts';
import { readCookie } from '../../../kernel/http/cookies.ts';
import { browserCookies, knownBrowserCookie } from './browser-cookie.ts';
import { providerTextForEndUser, statusOf } from '../attempts/describe-attempt.ts';
import { approvalAddress } from '../attempts/outcome/await-approval.ts';
import { finishAttempt as finish, type SpentState } from '../attempts/callback/finish-attempt.ts';
import { keepPassword } from '../attempts/callback/keep-password.ts';
import { type ClosedApproval, continueApproved as continueApprovedAttempt, findApproval } from '../attempts/start/continue-approved.ts';
import { type Launch, launchAttempt as launch, redirectUri } from '../attempts/start/launch-attempt.ts';
import { isByHand } from '../attempts/start/mint-launch.ts';
import { findOnward } from './go-onward.ts';
import { type Branding, brandingOf } from './page-branding.ts';
import { approvalPage, confirmPage, finishingPage, launchPage, resultPage, returnPage } from './pages.ts';
import { returnAddress } from '../attempts/callback/return-address.ts';

/** What a browser is sent to during a sign-in. */
export const signInRoutes: readonly Route[] = [
    signInPage(launchAttempt, (deps, { params }, request) =>
        isByHand(params.code) ? promptPage(deps, params.code, request) : launchPageFor(deps, params.code, request)
    ),
    signInPage(continueLaunch, (deps, { params }, request) =>
        isFromOurPage(request, deps.config.publicUrl) ? launchPageFor(deps, params.code, request) : promptPage(deps, params.code, request)
    ),
    signInPage(openApproval, (deps, { params }, request) => approvalPageFor(deps, params.code, request)),
    signInPage(continueApproved, async (deps, { params }, request) => {
        if (!isFromOurPage(request, deps.config.publicUrl)) return approvalPageFor(deps, params.code, request);
        const continued = await continueApprovedAttempt(deps, params.code, browserIdsOf(deps, request));
        return typeof continued === 'string' ? closedApprovalPage(deps, continued, request) : pageOfLaunch(deps, continued, request);
    }),
    signInPage(finishAttempt, (deps, _input, request) => finishedPage(deps, request, undefined)),
    signInPage(finishAttemptByForm, async (deps, _input, request) => {
        const form = await readForm(request);
        return form === undefined ? resultPage({ ...withoutAttempt(deps, request), kind: 'restart' }) : goOnByGet(deps, form);
    }),
    signInPage(finishDiscoveredAttempt, (deps, { params }, request) => finishedPage(deps, request, params.issuer)),
    page(getClientMetadata, ({ config }, { params }) => Promise.resolve(metadataDocument(config, params.document)))
];

/** What authorization servers fetch; the same for each product on this server. */
function metadataDocument(config: Deps['config'], name: string): Page {
    const issuer = name.slice(0, -'.json'.length);
    const own = { name: config.appName ?? 'Patchbay', url: config.publicUrl, redirectUri: redirectUriFor(config, issuer) };
    const document = { client_id: metadataDocumentUrl(config, issuer), ...clientMetadata({ ...own, authMethod: 'none' }) };
    return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(document) };
}

/** @param issuer which the redirect URI is for, where it is for one alone */
async function finishedPage(deps: Deps, request: Request, issuer: string | undefined): Promise<Page> {
    const { searchParams } = new URL(request.url, 'http://unused');
    const query = readRepeatable(searchParams);
    const cookies = browserCookies(deps.config.publicUrl);
    const state = typeof query.state === 'string' ? query.state : undefined;
    const back = state === undefined && query.installation_id !== undefined ? backToProvider(deps, request) : undefined;
    if (back !== undefined) return { status: 302, headers: { location: back }, body: '' };
    const browserSecret = state === undefined ? undefined : readCookie(request.headers.cookie, cookies.name(state));
    if (query.password !== undefined) {
        await keepPassword(deps, { query, browserSecret });
        for (const name of ['password', 'site_url', 'user_login']) searchParams.delete(name);
        return goOnByGet(deps, searchParams);
    }
    const finished = await finish(deps, { query, browserSecret, issuer });
    const clearCookie = state !== undefined && browserSecret !== undefined ? cookies.clear(state) : undefined;
    if ('code' in finished) {
        const kind = ({ state_mismatch: 'restart', browser_mismatch: 'otherBrowser', timeout: 'tooLate' } as const)[finished.code];
        return resultPage({ ...withoutAttempt(deps, request), kind });
    }
    const { row, secrets, settled } = finished;
    const { locale, theme } = secrets;
    const branding = brandingIfAvailable(deps, row);
    const result = Promise.all([settled, branding]).then(([ended, shown]) =>
        pageOfResult(deps, { ...finished, row: ended }, shown, clearCookie)
    );
    // The reference's client reads the status, which has to wait for the result.
    if (row.for_reference_client) return result;
    const inTime = await withTimeout(deps.providerTimeouts.pageMs, result, undefined);
    return (
        inTime ??
        finishingPage(
            { locale, theme, branding: await branding, cookie: clearCookie },
            result.catch((error: unknown) => troublePage(deps, error, request))
        )
    );
}

/** Undefined where it is none, or is larger than any callback. */
async function readForm(request: Request): Promise<URLSearchParams | undefined> {
    if (!/^application\/x-www-form-urlencoded(?:\s*;|$)/i.test(request.headers['content-type'] ?? '')) return undefined;
    try {
        return new URLSearchParams((await readBytes(request, finishAttemptByForm.maxBodyBytes)).toString('utf8'));
    } catch (error) {
        if (error instanceof AppError) return undefined;
        throw error;
    }
}

/**
 * For a callback with a password in it, which browsers would keep with its address, and for OAuth
 * 2.0 Form Post Response Mode: browsers send no `SameSite=Lax` cookie with a form of another
 * site, and send it with the GET that this redirects to. Nothing is kept or spent before that.
 */
function goOnByGet({ config }: Pick<Deps, 'config'>, query: URLSearchParams): Page {
    const location = `${redirectUri(config)}?${query.toString()}`;
    return { status: 303, headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }, body: '' };
}

/** Who changes an installation in the provider's settings is no end user of a session. */
function backToProvider({ providers, config }: Pick<Deps, 'providers' | 'config'>, { headers }: Request): string | undefined {
    const referrer = URL.parse(headers.referer ?? '');
    const isKnown = [...providers.values()].some(
        (provider) =>
            isInstalled(provider) &&
            URL.parse(installedAppOf(provider).authorization_url.replace('${sandboxUrl}', config.sandboxUrl ?? ''))?.origin ===
                referrer?.origin
    );
    return isKnown ? referrer?.href : undefined;
}

/** Errors are shown as a page too: the end user reads it, not a client. */
function signInPage<const E extends EndpointShape>(endpoint: E, handler: Parameters<typeof page<E>>[1]): Route {
    return page(endpoint, async (deps, input, request) => {
        try {
            return await handler(deps, input, request);
        } catch (error) {
            return troublePage(deps, error, request);
        }
    });
}

function troublePage(deps: Pick<Deps, 'config' | 'log'>, error: unknown, request: Request) {
    deps.log.error('sign_in_page_error: a page of the sign-in could not be shown', { error });
    return resultPage({ ...withoutAttempt(deps, request), kind: 'trouble' });
}

/** How the sign-in ended, or the way back to the page that it began on. */
async function pageOfResult(
    deps: Deps,
    { row, secrets: { locale, theme }, providerName, integrationKey }: Omit<SpentState, 'settled'>,
    branding: Branding | undefined,
    clearCookie: string | undefined
) {
    if (row.return_to !== null)
        return returnPage({ locale, branding, theme, address: returnAddress(row.return_to, row.id), cookie: clearCookie });
    const onward = await findOnward(deps, row, integrationKey);
    return resultPage({
        locale,
        branding,
        theme,
        kind: onward?.isUnconfirmed ? 'confirm' : kindOf(row, branding),
        providerName,
        appName: branding?.appName,
        approvalUrl: approvalAddress(deps, row),
        onward: onward?.address,
        providerText: providerTextForEndUser(row),
        ref: row.ref,
        attemptId: row.id,
        connectOrigin: connectOrigin(deps),
        clearCookie,
        forReferenceClient: row.for_reference_client
    });
}

async function promptPage(deps: Deps, code: string, request: Request): Promise<Page> {
    const question = await findLaunchPrompt(deps, code);
    return question ? confirmPage(question) : resultPage({ ...withoutAttempt(deps, request), kind: 'restart' });
}

async function launchPageFor(deps: Deps, code: string, request: Request): Promise<Page> {
    return pageOfLaunch(deps, await launch(deps, code, browserIdsOf(deps, request)[0]), request);
}

async function pageOfLaunch(deps: Deps, launched: Launch, request: Request): Promise<Page> {
    if (launched.outcome === 'spent') return resultPage({ ...withoutAttempt(deps, request), kind: 'restart' });
    const { row, secrets, providerName } = launched;
    const { locale, theme } = secrets;
    const branding = await brandingIfAvailable(deps, row);
    if (launched.outcome === 'failed') {
        if (row.return_to !== null) return returnPage({ locale, branding, theme, address: returnAddress(row.return_to, row.id) });
        return resultPage({
            locale,
            branding,
            theme,
            kind: 'failed',
            providerName,
            providerText: providerTextForEndUser(row),
            ref: row.ref,
            attemptId: row.id,
            connectOrigin: connectOrigin(deps)
        });
    }
    const { publicUrl } = deps.config;
    const cookie = [
        browserCookies(publicUrl).set(launched.state, launched.browserSecret),
        knownBrowserCookie(publicUrl).set(launched.browserId)
    ];
    return launchPage({ locale, branding, theme, providerName, authorizationUrl: launched.authorizationUrl, cookie });
}

function browserIdsOf({ config }: Pick<Deps, 'config'>, { headers }: Request): string[] {
    return knownBrowserCookie(config.publicUrl).read(headers.cookie);
}

async function approvalPageFor(deps: Deps, code: string, request: Request): Promise<Page> {
    const found = await findApproval(deps, code, browserIdsOf(deps, request));
    if (typeof found === 'string') return closedApprovalPage(deps, found, request);
    const prompt = await describePrompt(deps, found.row);
    return prompt ? approvalPage(prompt) : closedApprovalPage(deps, 'over', request);
}

function closedApprovalPage(deps: Deps, why: ClosedApproval, request: Request): Page {
    return resultPage({ ...withoutAttempt(deps, request), kind: why === 'over' ? 'approvalOver' : 'otherBrowser' });
}

/** The page is shown whether or not the database can still tell its looks. */
function brandingIfAvailable(deps: Pick<Deps, 'db' | 'config'>, row: AttemptRow): Promise<Branding | undefined> {
    return brandingOf(deps, row).catch(() => undefined);
}

/** Whether the form was sent from our own page (CSRF). */
function isFromOurPage({ headers }: Request, publicUrl: string): boolean {
    const site = headers['sec-fetch-site'];
    // Missing on plain http, except on this machine's own.
    return site === undefined ? headers.origin === new URL(publicUrl).origin : site === 'same-origin';
}

/** Before the attempt is known. */
function withoutAttempt(deps: Pick<Deps, 'config'>, { headers }: Request) {
    return {
        locale: headers['accept-language'] ?? 'en',
        theme: 'system',
        providerName: '',
        connectOrigin: connectOrigin(deps)
    } as const;
}

function connectOrigin({ config }: Pick<Deps, 'config'>): string {
    return new URL(config.connectUrl).origin;
}

function kindOf(
    row: AttemptRow,
    branding: Branding | undefined
): 'connected' | 'finished' | 'approval' | 'goOn' | 'denied' | 'failed' | 'tooLate' {
    const { status, code } = row;
    // The page that the sign-in began on is gone.
    if (status === 'succeeded') return row.approval_since !== null && branding?.appName ? 'finished' : 'connected';
    if (statusOf(row) === 'pending_approval') return 'approval';
    if (status === 'needs_choice' || status === 'account_mismatch' || status === 'verifying') return 'goOn';
    if (code === 'consent_denied' || code === 'cancelled') return 'denied';
    return code === 'timeout' ? 'tooLate' : 'failed';
}

function readRepeatable(search: URLSearchParams): Record<string, string | string[]> {
    // Empty, so of this type; without a prototype, because a name may be `__proto__`.
    const query = Object.create(null) as Record<string, string | string[]>;
    for (const name of new Set(search.keys())) {
        const values = search.getAll(name);
        query[name] = values.length === 1 ? (values[0] ?? '') : values;
    }
    return query;
}
