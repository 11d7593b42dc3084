import {
    acceptAccount,
    type AttemptView,
    cancelAttempt,
    createAttempt,
    type EndpointShape,
    finishAttempt,
    getAttempt,
    launchAttempt,
    relaunchAttempt,
    selectAccount
} from '@patchbay/contracts';
import { page, type Route, route } from '../../kernel/mount.ts';
import { browserCookies, readCookie } from './browser-cookie.ts';
import {
    acceptAccount as accept,
    cancelAttempt as cancel,
    readAttempt,
    relaunchAttempt as relaunch,
    selectAccount as select
} from './continue-attempt.ts';
import { describeAttempt } from './describe-attempt.ts';
import { finishAttempt as finish } from './finish-attempt.ts';
import { launchAttempt as launch } from './launch-attempt.ts';
import { launchPage, resultPage } from './pages.ts';
import { startAttempt } from './start-attempt.ts';

export const attemptRoutes = [
    route(createAttempt, async (deps, { auth, body, headers }) => ({
        data: await startAttempt(deps, {
            session: auth.session,
            integrationKey: body.integration_id,
            typed: { credentials: body.credentials ?? {}, connection_config: body.connection_config ?? {} },
            locale: body.locale ?? 'en',
            theme: body.theme ?? 'system',
            idempotencyKey: headers['idempotency-key']
        })
    })),
    route(getAttempt, async (deps, { auth, params, setHeader }) => {
        const view = present(await readAttempt(deps, auth.session, params.attempt_id));
        setHeader('retry-after', view.status === 'created' || view.status === 'awaiting_user' ? '2' : '1');
        return { data: view };
    }),
    route(cancelAttempt, async (deps, { auth, params }) => ({ data: present(await cancel(deps, auth.session, params.attempt_id)) })),
    route(relaunchAttempt, async (deps, { auth, params, body }) => ({
        data: present(await relaunch(deps, auth.session, params.attempt_id, body?.select_account ?? false))
    })),
    route(selectAccount, async (deps, { auth, params, body }) => ({
        data: present(await select(deps, auth.session, params.attempt_id, body.account_id))
    })),
    route(acceptAccount, async (deps, { auth, params }) => ({ data: present(await accept(deps, auth.session, params.attempt_id)) })),

    signInPage(launchAttempt, async (deps, { params }, request) => {
        const connectOrigin = new URL(deps.config.connectUrl).origin;
        const launched = await launch(deps, params.code);
        const locale = request.headers['accept-language'] ?? 'en';
        if (launched.outcome === 'spent') return resultPage({ locale, theme: 'system', kind: 'restart', providerName: '', connectOrigin });
        if (launched.outcome === 'misconfigured')
            return resultPage({
                ...launched.secrets,
                kind: 'failed',
                providerName: launched.providerName,
                ref: launched.ref,
                connectOrigin
            });
        const { locale: chosen, theme } = launched.secrets;
        const cookie = browserCookies(deps.config.publicUrl).set(launched.state, launched.browserSecret);
        return launchPage({
            locale: chosen,
            theme,
            providerName: launched.providerName,
            authorizationUrl: launched.authorizationUrl,
            cookie
        });
    }),
    signInPage(finishAttempt, async (deps, _input, request) => {
        const connectOrigin = new URL(deps.config.connectUrl).origin;
        const query = readRepeatable(new URL(request.url, 'http://unused').searchParams);
        const cookies = browserCookies(deps.config.publicUrl);
        const state = typeof query.state === 'string' ? query.state : undefined;
        const browserSecret = state === undefined ? undefined : readCookie(request.headers.cookie, cookies.name(state));
        const finished = await finish(deps, { query, browserSecret });
        const clearCookie = state !== undefined && browserSecret !== undefined ? cookies.clear(state) : undefined;
        if ('code' in finished) {
            const kind = ({ state_mismatch: 'restart', browser_mismatch: 'otherBrowser', timeout: 'tooLate' } as const)[finished.code];
            return resultPage({
                locale: request.headers['accept-language'] ?? 'en',
                theme: 'system',
                kind,
                providerName: '',
                connectOrigin
            });
        }
        const { row, secrets, providerName } = finished;
        return resultPage({
            locale: secrets.locale,
            theme: secrets.theme,
            kind: kindOf(row.status, row.code),
            providerName,
            providerText: row.provider_text,
            ref: row.ref,
            attemptId: row.id,
            connectOrigin,
            clearCookie
        });
    })
];

/** In the sign-in window our own failures are said in words too: the person there can do nothing with JSON. */
function signInPage<const E extends EndpointShape>(endpoint: E, handler: Parameters<typeof page<E>>[1]): Route {
    return page(endpoint, async (deps, input, request) => {
        try {
            return await handler(deps, input, request);
        } catch (error) {
            deps.log.error('a page of the sign-in could not be shown', { error });
            const locale = request.headers['accept-language'] ?? 'en';
            return resultPage({
                locale,
                theme: 'system',
                kind: 'trouble',
                providerName: '',
                connectOrigin: new URL(deps.config.connectUrl).origin
            });
        }
    });
}

function present({
    row,
    integration,
    launchUrl
}: {
    row: Parameters<typeof describeAttempt>[0];
    integration: { row: { unique_key: string } };
    launchUrl?: string;
}): AttemptView {
    return describeAttempt(row, integration.row.unique_key, launchUrl);
}

function kindOf(status: string, code: string | null): 'connected' | 'goOn' | 'denied' | 'failed' | 'tooLate' {
    if (status === 'succeeded') return 'connected';
    if (status === 'needs_choice' || status === 'account_mismatch' || status === 'verifying') return 'goOn';
    if (code === 'consent_denied' || code === 'cancelled') return 'denied';
    return code === 'timeout' ? 'tooLate' : 'failed';
}

function readRepeatable(search: URLSearchParams): Record<string, string | string[]> {
    const query: Record<string, string | string[]> = Object.create(null);
    for (const name of new Set(search.keys())) {
        const values = search.getAll(name);
        query[name] = values.length === 1 ? (values[0] ?? '') : values;
    }
    return query;
}
