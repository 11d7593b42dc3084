import {
    AppError,
    callCustomEndpoint,
    connectOutbound,
    connectUnauthenticated,
    connectWithApiKey,
    connectWithAwsRole,
    connectWithBasic,
    connectWithBill,
    connectWithClientCredentials,
    connectWithJwt,
    connectWithSignature,
    connectWithTba,
    connectWithTwoStep,
    type ErrorCode,
    invalidBody,
    openReferenceSignIn,
    recordTelemetry
} from '@patchbay/contracts';
import type { Request } from 'express';
import type { Deps } from '../../deps.ts';
import { currentEnvironment } from '../../kernel/log/request-context.ts';
import { type Page, page, type Route, route, storedJson } from '../../kernel/http/mount.ts';
import { SerialisedJson } from '../../kernel/http/send-json.ts';
import { callEndpoint } from '../automation/custom-endpoints/call-endpoint.ts';
import { callOf } from '../automation/custom-endpoints/request-of.ts';
import { browserCookies } from '../connect/sign-in-pages/browser-cookie.ts';
import { resultPage } from '../connect/sign-in-pages/pages.ts';
import type { ClientQuery } from './client-request.ts';
import { connectWithTypedCredentials } from './connect-with-credentials.ts';
import { openSignIn, storeRefusal } from './open-sign-in.ts';
import type { SessionCaller } from '../connect/connect-sessions/authenticate-session.ts';

const clockTolerance = 2 * 3_600_000;

/** Browser endpoints of the reference's clients, on the same attempts. */
export const compatRoutes: readonly Route[] = [
    route(connectUnauthenticated, (deps, input) => connect(deps, input, 'NONE')),
    route(connectWithApiKey, (deps, input) => connect(deps, input, 'API_KEY', input.body)),
    route(connectWithBasic, (deps, input) => connect(deps, input, 'BASIC', input.body)),
    route(connectWithClientCredentials, (deps, input) => {
        if (!input.body.client_id) throw new AppError('missing_client_id');
        if (!input.body.client_secret && !input.body.client_private_key) throw new AppError('missing_client_secret');
        return connect(deps, input, 'OAUTH2_CC', input.body);
    }),
    route(connectWithTwoStep, (deps, input) => connect(deps, input, 'TWO_STEP', input.body)),
    route(connectWithSignature, (deps, input) => connect(deps, input, 'SIGNATURE', input.body)),
    route(connectWithAwsRole, (deps, { body: { role_arn, region }, ...input }) => {
        const params = { ...input.query.params, ...(region === undefined ? {} : { region }) };
        return connect(deps, { ...input, query: { ...input.query, params } }, 'AWS_SIGV4', { role_arn });
    }),
    route(connectWithBill, (deps, input) => connect(deps, input, 'BILL', input.body)),
    route(connectWithJwt, (deps, input) => connect(deps, input, 'JWT', input.body)),
    route(connectWithTba, (deps, input) => connect(deps, input, 'TBA', input.body)),
    // Not supported: such connections start at the provider.
    route(connectOutbound, (deps, input) => connect(deps, input, 'an installation at the provider')),

    page(
        openReferenceSignIn,
        async (deps, { auth, params, query }, request) => {
            const opened = await openSignIn(deps, auth.session, {
                integrationKey: params.provider_config_key,
                query,
                clientId: query.ws_client_id,
                locale: localeOf(request)
            });
            if (opened.outcome === 'failed') return failurePage(deps, request, opened.providerName);
            const cookie = browserCookies(deps.config.publicUrl).set(opened.state, opened.browserSecret);
            return { status: 302, headers: { location: opened.authorizationUrl, 'set-cookie': cookie }, body: '' };
        },
        showFailurePage
    ),

    route(recordTelemetry, async ({ clock, log }, { body }) => {
        if (Math.abs(body.timestamp.getTime() - clock.now().getTime()) > clockTolerance)
            throw invalidBody(['timestamp'], 'The timestamp is more than two hours away from now.');
        log.debug('reference_telemetry', { code: body.event });
    }),
    // Of all routes the last: what has no other.
    storedJson(callCustomEndpoint, async (deps, input, request) => {
        const call = callOf(request, input);
        const message = `Unknown endpoint '${call.method} ${call.path}'`;
        return (await callEndpoint(deps, call)) ?? new SerialisedJson(JSON.stringify({ message }), 404);
    })
];

async function showFailurePage(
    deps: Pick<Deps, 'db' | 'clock' | 'keyedHash' | 'config' | 'log'>,
    error: unknown,
    request: Request
): Promise<Page | undefined> {
    const { data } = openReferenceSignIn.params.safeParse(request.params);
    const clientId = new URL(request.url, 'http://unused').searchParams.get('ws_client_id') ?? undefined;
    const known = error instanceof AppError ? error.code : undefined;
    // Rate-limited requests must not write rows.
    if (data === undefined || known === 'too_many_request') return undefined;
    const { provider_config_key: integrationKey } = data;
    await storeRefusal(deps, { integrationKey, clientId }, error);
    if (known !== undefined && !shownAsPage.includes(known)) return undefined;
    const environment = currentEnvironment();
    if (known === undefined)
        deps.log.error(
            'sign_in_failed: a sign-in could not be opened',
            environment === undefined ? { error } : { environment, integration_id: integrationKey, error }
        );
    return failurePage(deps, request, integrationKey);
}

/** Shown to the end user as a page; errors for developers stay JSON, as the reference does. */
const shownAsPage: readonly ErrorCode[] = ['unknown_provider_config', 'invalid_auth_mode', 'invalid_body'];

function connect(
    deps: Deps,
    { auth, params, query }: { auth: SessionCaller; params: { provider_config_key: string }; query: ClientQuery },
    mode: string,
    typed: Record<string, unknown> = {}
) {
    const credentials = Object.fromEntries(
        // These clients send the mode with what was typed.
        Object.entries(typed).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[0] !== 'type')
    );
    return connectWithTypedCredentials(deps, auth.session, { integrationKey: params.provider_config_key, mode, query, credentials });
}

function failurePage({ config }: Pick<Deps, 'config'>, request: Request, providerName: string): Page {
    return resultPage({
        locale: localeOf(request),
        theme: 'system',
        kind: 'failed',
        providerName,
        connectOrigin: new URL(config.connectUrl).origin,
        forReferenceClient: true
    });
}

function localeOf({ headers }: Request): string {
    return headers['accept-language'] ?? 'en';
}
