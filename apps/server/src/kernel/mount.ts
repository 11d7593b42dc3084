import { AppError, type EndpointShape, type ParsedInput, type SuccessIn } from '@patchbay/contracts';
import type { Express, Request, Response } from 'express';
import type { Deps } from '../deps.ts';
import { authenticate, type Callers, type SecretKeyCaller, type SessionCaller } from './authenticate.ts';
import { sendError } from './error-response.ts';
import type { RateLimits } from './rate-limit.ts';
import { readRequest } from './read-request.ts';
import { inRequest } from './request-context.ts';
import { isForBrowsers, setCorsHeaders, setSecurityHeaders } from './security-headers.ts';

type CallerOf<E extends EndpointShape> = E['auth'] extends readonly []
    ? undefined
    : E['auth'] extends readonly ['secret_key']
      ? SecretKeyCaller
      : E['auth'] extends readonly ['connect_session']
        ? SessionCaller
        : SecretKeyCaller | SessionCaller;

export interface HandlerInput<E extends EndpointShape> extends ParsedInput<E> {
    auth: CallerOf<E>;
    /** Adds a header to the answer. */
    setHeader(name: string, value: string): void;
}

/** What a handler of a page or a picture answers. */
export interface Page {
    status: number;
    headers: Record<string, string>;
    body: string;
}

export interface Route {
    endpoint: EndpointShape;
    handle(deps: Deps, input: HandlerInput<EndpointShape>, request: Request): Promise<unknown>;
}

/** Binds a handler to its endpoint. Its answer is parsed by the endpoint's schema, so that nothing else can leave. */
export function route<const E extends EndpointShape>(
    endpoint: E,
    handler: (deps: Deps, input: HandlerInput<E>) => Promise<SuccessIn<E> | (undefined extends SuccessIn<E> ? void : never)>
): Route {
    return { endpoint, handle: (deps, input) => handler(deps, input) };
}

/** Binds a handler that answers a page: it also sees the request, for cookies and the query of a callback. */
export function page<const E extends EndpointShape>(
    endpoint: E,
    handler: (deps: Deps, input: HandlerInput<E>, request: Request) => Promise<Page>
): Route {
    return { endpoint, handle: (deps, input, request) => handler(deps, input, request) };
}

/** Says on which endpoints the routes and the contracts disagree; a server must not start then. */
export function findMismatches(endpoints: readonly EndpointShape[], routes: readonly Route[]): string[] {
    const mounted = routes.map(({ endpoint }) => endpoint.id);
    return [
        ...endpoints.filter(({ id }) => !mounted.includes(id)).map(({ id }) => `${id} has a contract and no handler`),
        ...mounted.filter((id) => !endpoints.some((endpoint) => endpoint.id === id)).map((id) => `${id} has a handler and no contract`),
        ...mounted.filter((id, index) => mounted.indexOf(id) !== index).map((id) => `${id} has two handlers`)
    ];
}

interface MountContext {
    deps: Deps;
    callers: Callers;
    limits: RateLimits;
}

/** Puts a route under its path, its aliases, and the `/v1` twin of each. */
export function mount(app: Express, bound: Route, context: MountContext): void {
    const { endpoint } = bound;
    const method = endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
    for (const { path, deprecation } of [{ path: endpoint.path, deprecation: endpoint.deprecation }, ...(endpoint.aliases ?? [])]) {
        const paths = endpoint.page ? [path] : [path, `/v1${path}`];
        app[method](paths, (request, response) => serve(bound, request, response, context, path, deprecation));
        if (isForBrowsers(endpoint)) app.options(paths, answerPreflight);
    }
}

async function serve(
    bound: Route,
    request: Request,
    response: Response,
    { deps, callers, limits }: MountContext,
    path: string,
    deprecation: EndpointShape['deprecation']
): Promise<void> {
    const { endpoint } = bound;
    const requestId = deps.ids.uuid();
    const startedAt = performance.now();
    await inRequest(requestId, async () => {
        response.setHeader('x-request-id', requestId);
        setSecurityHeaders(response, deps.config.publicUrl);
        setCorsHeaders(response, endpoint);
        let caller: Awaited<ReturnType<typeof authenticate>>;
        try {
            if (deprecation) announce(response, request, deprecation, deps);
            caller = await authenticate(endpoint, request, response, { callers, limits });
            const parts = await readRequest(endpoint, request);
            const input = { ...parts, auth: caller, setHeader: (name: string, value: string) => void response.setHeader(name, value) };
            // The caller's kind follows from the endpoint's `auth`, which `authenticate` has enforced.
            send(response, endpoint, await bound.handle(deps, input as HandlerInput<EndpointShape>, request));
        } catch (error) {
            // The caller was gone before its request was whole: there is nobody to answer, and nothing is wrong here.
            if (request.destroyed && !request.complete) return;
            sendError(response, error, { log: deps.log, endpoint });
        }
        deps.log.debug('request', {
            method: request.method,
            route: path,
            status: response.statusCode,
            duration_ms: Math.round(performance.now() - startedAt),
            ...(caller ? { environment: caller.environmentId } : {})
        });
    });
}

function send(response: Response, endpoint: EndpointShape, answer: unknown): void {
    if (endpoint.success.html || endpoint.success.text) {
        const { status, headers, body } = answer as Page;
        response.removeHeader('cross-origin-opener-policy');
        response.status(status).set(headers).send(body);
        return;
    }
    const { status, body } = endpoint.success;
    if (!body) {
        response.status(status).end();
        return;
    }
    const parsed = body.safeParse(answer);
    // Answering something undocumented is our fault, and the schema's message would quote the answer.
    if (!parsed.success)
        throw new Error(
            `${endpoint.id} answered what its contract does not allow at ${parsed.error.issues.map((issue) => issue.path.join('.')).join(', ')}`
        );
    response.status(status).json(parsed.data);
}

/** RFC 9745 `Deprecation`, RFC 8594 `Sunset`, and after that day 410. Before authentication: a removed path has no handler to guard. */
function announce(
    response: Response,
    request: Request,
    { deprecated, sunset, successor }: NonNullable<EndpointShape['deprecation']>,
    { clock, config }: Deps
): void {
    const successorPath = successor.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(request.params[name] ?? '')));
    response.setHeader('deprecation', `@${Date.parse(deprecated) / 1000}`);
    response.setHeader('sunset', new Date(sunset).toUTCString());
    response.setHeader('link', `<${config.publicUrl}${successorPath}>; rel="successor-version"`);
    if (clock.now() < new Date(sunset) || config.keepRemovedEndpoints) return;
    throw new AppError('endpoint_removed', {
        message: `This endpoint was removed on ${sunset.slice(0, 10)}. Use ${successor} instead.`,
        payload: { successor }
    });
}

function answerPreflight(_request: Request, response: Response): void {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-methods', 'GET, POST, DELETE');
    response.setHeader('access-control-allow-headers', 'Authorization, Content-Type, Accept, Idempotency-Key, X-Requested-With');
    response.setHeader('access-control-max-age', '600');
    response.status(204).end();
}
