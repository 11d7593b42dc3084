import type { RequestListener } from 'node:http';
import { AppError, dashboardEndpoints, endpoints } from '@patchbay/contracts';
import express, { type Express } from 'express';
import type { Deps } from './deps.ts';
import { compress } from './kernel/http/compress.ts';
import { sendError } from './kernel/http/error-response.ts';
import { allowedMethods, recordAllowedMethods } from './kernel/http/allowed-methods.ts';
import { findMismatches, mount, type MountContext, type Route, sendPage, withStreams } from './kernel/http/mount.ts';
import { setRequestId } from './kernel/http/request-id.ts';
import { createRateLimits } from './kernel/http/rate-limit.ts';
import { setSecurityHeaders } from './kernel/http/security-headers.ts';
import { callbackScript, missingPage } from './rooms/connect/sign-in-pages/pages.ts';
import { referenceCallbackScript } from './rooms/compat/reference-callback.ts';
import { sessionTokenAuthenticator } from './rooms/connect/connect-sessions/authenticate-session.ts';
import { type Builds, serveConnectUi } from './rooms/connect/widget/connect-ui.ts';
import { auditChanges } from './rooms/management/audit-log/record-change.ts';
import { serveDashboard } from './rooms/management/dashboard/dashboard-page.ts';
import { environmentAuthenticator, memberAuthenticator } from './rooms/management/members/dashboard-session.ts';
import { routes } from './rooms.ts';
import { keyAuthenticators } from './rooms/platform/environments/authenticate-secret-key.ts';

/**
 * The API, and the Connect UI's origin with the part of the API that the widget calls.
 * @throws when a contract has no handler or a handler no contract
 */
export function createApps(
    deps: Deps,
    builds: Builds,
    bound: readonly Route[] = routes
): { api: RequestListener; connect: RequestListener } {
    const mismatches = findMismatches([...endpoints, ...dashboardEndpoints], bound);
    if (mismatches.length > 0) throw new Error(`The routes and the contracts disagree: ${mismatches.join('; ')}.`);
    const context = contextOf(deps);
    const api = newApp();
    for (const route of bound) if (route.endpoint.method !== 'ANY') mount(api, route, context);
    for (const [path, script] of [
        ['/oauth/callback.js', callbackScript],
        ['/oauth/reference-callback.js', referenceCallbackScript]
    ] as const)
        api.get(path, (_request, response) => {
            setSecurityHeaders(response, deps.config.publicUrl);
            response.type('text/javascript').send(script);
        });
    if (builds.dashboard !== undefined) serveDashboard(api, deps, builds.dashboard);
    api.use('/dashboard/api/environments/:environment', environmentApi(deps, context, bound));
    recordAllowedMethods(api, endpointsOf(bound));
    // What has no route of its own.
    for (const route of bound) if (route.endpoint.method === 'ANY') mount(api, route, context);
    finish(api, deps);

    const connect = newApp();
    connect.use(compress);
    serveConnectUi(connect, deps, builds);
    const onConnectOrigin = bound.filter(({ endpoint }) => endpoint.onConnectOrigin);
    for (const route of onConnectOrigin) mount(connect, route, context);
    connect.use(sendMissingPage);
    recordAllowedMethods(connect, endpointsOf(onConnectOrigin));
    finish(connect, deps);
    return { api: withStreams(api, bound, context), connect };
}

/** What backends call by a secret key, for members by their session. */
function environmentApi(deps: Deps, context: MountContext, bound: readonly Route[]): RequestListener {
    const forMembers = {
        ...context,
        authenticators: { ...context.authenticators, secret_key: environmentAuthenticator(deps) }
    };
    const offered = bound
        .filter(({ endpoint: { auth, method } }) => auth.includes('secret_key') && method !== 'ANY')
        .map((route) => ({ ...route, endpoint: { ...route.endpoint, auth: ['secret_key', 'dashboard_session'] as const } }));
    const app = newApp();
    for (const route of offered) mount(app, route, forMembers);
    recordAllowedMethods(app, endpointsOf(offered));
    finish(app, deps);
    return withStreams(app, offered, forMembers);
}

/** Of a process that only does work behind requests: what probes ask, and nothing else. */
export function createProbeApp(deps: Deps): RequestListener {
    const app = newApp();
    const probes = routes.filter(({ endpoint }) => endpoint.probe);
    for (const route of probes) mount(app, route, contextOf(deps));
    recordAllowedMethods(app, endpointsOf(probes));
    finish(app, deps, ' This server has the role worker alone; send API calls to one with the role web.');
    return app;
}

const endpointsOf = (bound: readonly Route[]) => bound.map(({ endpoint }) => endpoint);

function contextOf(deps: Deps): MountContext {
    return {
        deps,
        limits: createRateLimits(deps.config.rateLimitPerMinute),
        admission: deps.admission,
        changes: auditChanges(deps),
        authenticators: {
            ...keyAuthenticators(deps),
            connect_session: sessionTokenAuthenticator(deps),
            dashboard_session: memberAuthenticator(deps)
        }
    };
}

function newApp(): Express {
    const app = express();
    app.disable('x-powered-by');
    app.disable('etag');
    // Queries are parsed by the endpoint that names them.
    app.set('query parser', false);
    return app;
}

/** An unknown address of the Connect UI's origin: a page for browsers, JSON for everything else. */
function sendMissingPage(request: express.Request, response: express.Response, next: express.NextFunction): void {
    if (request.method !== 'GET' || !/^text\/html\b/.test(request.headers.accept ?? '')) return next();
    const page = missingPage(request.headers['accept-language']);
    sendPage(response, { ...page, headers: { ...page.headers, 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' } });
}

/** @param hint follows the sentence about an unknown address */
function finish(app: Express, deps: Deps, hint = ''): void {
    const prepare = (request: express.Request, response: express.Response) => {
        setRequestId(request, response, deps.ids);
        setSecurityHeaders(response, deps.config.publicUrl);
    };
    app.use((request, response) => {
        prepare(request, response);
        const allow = allowedMethods(response);
        if (allow !== undefined) response.setHeader('allow', allow);
        const instead = allow === undefined ? '' : ` There is ${allow}.${insteadOf(request)}`;
        const message = `There is no ${request.method} ${request.path.slice(0, 200)} here.${instead}${hint}`;
        sendError(response, new AppError(allow === undefined ? 'not_found' : 'method_not_allowed', { message }), {
            log: deps.log,
            publicUrl: deps.config.publicUrl
        });
    });
    app.use((error: unknown, request: express.Request, response: express.Response, _next: express.NextFunction) => {
        prepare(request, response);
        sendError(response, toPathError(error), { log: deps.log, publicUrl: deps.config.publicUrl });
    });
}

/** What callers of an address without this method want, where that is done otherwise. */
function insteadOf({ method, path }: express.Request): string {
    return method === 'POST' && /^(?:\/v1)?\/providers\/?$/.test(path)
        ? ' Own providers are files of the operator, in the folder PATCHBAY_PROVIDERS_DIR: see docs/integrations.md.'
        : '';
}

/** Express reports a malformed path by an error that carries a status. */
function toPathError(error: unknown): unknown {
    if (!(error instanceof Error) || !('status' in error)) return error;
    if (error.status === 400) return new AppError('invalid_uri_params', { message: 'The path is not encoded correctly.' });
    // Also a path outside the folder (403), and a range that cannot be satisfied (416).
    return Number(error.status) < 500 ? new AppError('not_found') : error;
}
