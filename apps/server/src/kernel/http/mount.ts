import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { AppError, type EndpointShape, type ParsedInput, type SuccessIn } from '@patchbay/contracts';
import { type Express, type IRouter, type NextFunction, type Request, type Response, Router } from 'express';
import type { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { authenticate, type Authenticators, type Callers } from './authenticate.ts';
import { sendError } from './error-response.ts';
import type { RateLimits } from './rate-limit.ts';
import { readRequest } from './read-request.ts';
import { inRequest } from '../runtime/request-context.ts';
import { sendJson, sendSerialised, SerialisedJson } from './send-json.ts';
import { isForBrowsers, setCorsHeaders, setSecurityHeaders } from './security-headers.ts';

type CallerOf<E extends EndpointShape> = E['auth'] extends readonly []
    ? undefined
    : E['auth'] extends readonly (infer Kind extends keyof Callers)[]
      ? Callers[Kind]
      : never;

export interface HandlerInput<E extends EndpointShape> extends ParsedInput<E> {
    auth: CallerOf<E>;
    /** Adds a header to the answer. */
    setHeader(name: string, value: string): void;
}

/** What a handler of a page or a picture answers. */
export interface Page {
    status: number;
    headers: Record<string, string>;
    /** Bytes where all responses can share them. */
    body: string | Buffer;
}

export interface Route {
    endpoint: EndpointShape;
    handle(deps: Deps, input: HandlerInput<EndpointShape>, request: Request): Promise<unknown>;
    /** Instead of `handle`: answers by itself, piece by piece. What it throws before its first byte is answered as usual. */
    stream?(deps: Deps, input: HandlerInput<EndpointShape>, request: IncomingMessage, response: ServerResponse): Promise<void>;
    /** Answers a failure, also one before the handler, by a page; undefined leaves it to the usual JSON. */
    showFailure?(deps: Deps, error: unknown, request: Request): Promise<Page | undefined>;
}

/** Binds a handler to its endpoint. Its answer is parsed by the endpoint's schema, so that nothing else can leave. */
export function route<const E extends EndpointShape>(
    endpoint: E,
    handler: (deps: Deps, input: HandlerInput<E>) => Promise<SuccessIn<E> | (undefined extends SuccessIn<E> ? void : never)>
): Route {
    return { endpoint, handle: (deps, input) => handler(deps, input) };
}

/** Binds what is the same for every caller: it is made, parsed and serialised at the first request, and all responses share the bytes. */
export function constant<const E extends EndpointShape & { success: { body: z.ZodType } }>(
    endpoint: E,
    make: (config: Deps['config']) => SuccessIn<E>
): Route {
    const made = new WeakMap<Deps['config'], SerialisedJson>();
    return {
        endpoint,
        async handle({ config }) {
            const known = made.get(config) ?? new SerialisedJson(parseSuccess(endpoint, endpoint.success.body, make(config)));
            made.set(config, known);
            return known;
        }
    };
}

/** Binds a handler that answers a page: it also sees the request, for cookies and the query of a callback. */
export function page<const E extends EndpointShape>(
    endpoint: E,
    handler: (deps: Deps, input: HandlerInput<E>, request: Request) => Promise<Page>,
    showFailure?: Route['showFailure']
): Route {
    return { endpoint, handle: (deps, input, request) => handler(deps, input, request), ...(showFailure ? { showFailure } : {}) };
}

/** Binds a handler that passes bodies on: it reads the request and writes the answer itself. Path, query and body are not parsed for it. */
export function stream<const E extends EndpointShape>(
    endpoint: E,
    handler: (deps: Deps, input: HandlerInput<E>, request: IncomingMessage, response: ServerResponse) => Promise<void>
): Route {
    const handle = () => Promise.reject(new Error(`${endpoint.id} answers by itself`));
    return { endpoint, handle, stream: (deps, input, request, response) => handler(deps, input, request, response) };
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
    authenticators: Authenticators;
    limits: RateLimits;
}

/** Where routes are put. */
export interface Routing {
    app: Express;
    /** Express tries its routes one after the other; by the first word of the path there are few to try. */
    routerOf(path: string): IRouter;
    /** What has been mounted, for those who come with another method. */
    mounted: { paths: string[]; method: string }[];
}

export function routingOf(app: Express): Routing {
    const routers = new Map<string, IRouter>();
    app.use((request, response, next) => {
        // A router answers OPTIONS by itself, also where nothing is for browsers.
        const router = request.method === 'OPTIONS' ? undefined : routers.get(firstWord(request.path));
        if (router) router(request, response, next);
        else next();
    });
    return {
        app,
        routerOf(path) {
            const word = firstWord(path);
            const router = routers.get(word) ?? Router();
            routers.set(word, router);
            return router;
        },
        mounted: []
    };
}

function firstWord(path: string): string {
    return /^(?:\/v1)?\/([^/]*)/i.exec(path)?.[1]?.toLowerCase() ?? '';
}

/** Puts a route under its path, its aliases, and the `/v1` twin of each. */
export function mount({ app, routerOf, mounted }: Routing, bound: Route, context: MountContext): void {
    const { endpoint } = bound;
    if (bound.stream) return;
    const method = endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
    for (const { path, deprecation } of [{ path: endpoint.path, deprecation: endpoint.deprecation }, ...(endpoint.aliases ?? [])]) {
        const paths = endpoint.page ? [path] : [path, `/v1${path}`];
        mounted.push({ paths, method: endpoint.method });
        // Express would answer it by the handler of GET, and looking at a page must not do what opening it does.
        if (endpoint.page) routerOf(path).head(paths, (_request: Request, response: Response) => respondToHead(response, context.deps));
        routerOf(path)[method](paths, (request: Request, response: Response) =>
            serve(bound, request, response, context, path, deprecation)
        );
        if (isForBrowsers(endpoint))
            app.options(paths, (_request, response) => respondToPreflight(response, endpoint, context.deps.config));
    }
}

/** To be called when all is mounted: notes, for {@link methodsOf}, which methods a path has that was asked with another one. */
export function noteMethods({ routerOf, mounted }: Routing): void {
    for (const { paths, method } of mounted)
        routerOf(paths[0] ?? '').all(paths, (_request: Request, response: Response, next: NextFunction) => {
            const methods: Set<string> = (response.locals['allowed'] ??= new Set<string>());
            for (const name of method === 'GET' ? ['GET', 'HEAD'] : [method]) methods.add(name);
            next();
        });
}

/** In the form of the header `Allow`; undefined for a path that there is not. */
export function methodsOf(response: Response): string | undefined {
    const methods: Set<string> | undefined = response.locals['allowed'];
    return methods && [...methods].toSorted().join(', ');
}

function respondToHead(response: Response, { ids, config }: Pick<Deps, 'ids' | 'config'>): void {
    response.setHeader('x-request-id', ids.uuid());
    setSecurityHeaders(response, config.publicUrl);
    response.type('html').end();
}

/**
 * Puts what answers by itself in front of the application: Express has nothing to add to bytes that are passed on, takes a tenth of the time of
 * a small call, and would refuse a path that does not decode to UTF-8. Of a contract that streams, any method on the path is served, and
 * neither alias nor end of life is known.
 */
export function withStreams(app: Express, routes: readonly Route[], context: MountContext): RequestListener {
    const streams = routes
        .filter(({ stream: answersItself }) => answersItself !== undefined)
        .map((bound) => ({ bound, tree: treeOf(bound.endpoint.path) }));
    return (request, response) => {
        const found = streams.find(({ tree }) => tree.test(request.url ?? ''));
        // Such a route uses nothing of what Express adds to these two.
        if (!found) {
            app(request, response);
            return;
        }
        const { bound } = found;
        serve(bound, request as Request, response as Response, context, bound.endpoint.path, undefined).catch((error: unknown) => {
            context.deps.log.error('unexpected_failure', { error });
            response.destroy();
        });
    };
}

/** Matches the target of a request, which may be absolute (RFC 9112 §3.2.2), to `/proxy` and all below it for `/proxy/*path`. */
function treeOf(path: string): RegExp {
    return new RegExp(`^(?:https?://[^/?#]*)?(?:/v1)?${path.replace(/\/\*\w+$/, '')}(?:[/?#]|$)`, 'i');
}

async function serve(
    bound: Route,
    request: Request,
    response: Response,
    { deps, authenticators, limits }: MountContext,
    path: string,
    deprecation: EndpointShape['deprecation']
): Promise<void> {
    const { endpoint } = bound;
    const requestId = deps.ids.uuid();
    const startedAt = performance.now();
    await inRequest(requestId, async () => {
        response.setHeader('x-request-id', requestId);
        setSecurityHeaders(response, deps.config.publicUrl);
        setCorsHeaders(response, endpoint, deps.config.connectUrl);
        let caller: Awaited<ReturnType<typeof authenticate>>;
        try {
            if (deprecation) announce(response, request, deprecation, deps);
            // A credential in the body is known only when the body has been read.
            const early = endpoint.credentialIn === 'body' ? await readRequest(endpoint, request) : undefined;
            caller = await authenticate(endpoint, request, response, { authenticators, limits, body: early?.body });
            const parts = early ?? (await readRequest(endpoint, request));
            const input = { ...parts, auth: caller, setHeader: (name: string, value: string) => void response.setHeader(name, value) };
            // The caller's kind follows from the endpoint's `auth`, which `authenticate` has enforced.
            const given = input as HandlerInput<EndpointShape>;
            if (bound.stream) await bound.stream(deps, given, request, response);
            else send(response, endpoint, await bound.handle(deps, given, request));
        } catch (error) {
            // The caller was gone before its request was whole: there is nobody to answer, and nothing is wrong here.
            if (request.socket.destroyed && !request.complete) return;
            const shown = await pageOf(bound, deps, error, request);
            if (shown) sendPage(response, shown);
            else sendError(response, error, { log: deps.log, publicUrl: deps.config.publicUrl, endpoint });
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

/** What the route itself makes of a failure. */
async function pageOf(bound: Route, deps: Deps, error: unknown, request: Request): Promise<Page | undefined> {
    try {
        return await bound.showFailure?.(deps, error, request);
    } catch (second) {
        deps.log.error('error_page_failed', { error: second });
        return undefined;
    }
}

function sendPage(response: Response, { status, headers, body }: Page): void {
    response.removeHeader('cross-origin-opener-policy');
    response.status(status).set(headers).send(body);
}

function send(response: Response, endpoint: EndpointShape, answer: unknown): void {
    if (endpoint.success.html || endpoint.success.text) return sendPage(response, answer as Page);
    const { status, body } = endpoint.success;
    if (!body) {
        response.status(status).end();
        return;
    }
    if (answer instanceof SerialisedJson) sendSerialised(response, status, answer);
    else sendJson(response, status, parseSuccess(endpoint, body, answer));
}

function parseSuccess(endpoint: EndpointShape, body: z.ZodType, answer: unknown): unknown {
    const parsed = body.safeParse(answer);
    if (parsed.success) return parsed.data;
    // Answering something undocumented is our fault, and the schema's message would quote the answer.
    const places = parsed.error.issues.map((issue) => issue.path.join('.')).join(', ');
    throw new Error(`${endpoint.id} answered what its contract does not allow at ${places}`);
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

function respondToPreflight(response: Response, endpoint: EndpointShape, { connectUrl }: Pick<Deps['config'], 'connectUrl'>): void {
    setCorsHeaders(response, endpoint, connectUrl);
    response.setHeader('access-control-allow-methods', endpoint.beacon ? 'POST' : 'GET, POST, DELETE');
    // The last two are what error trackers put on every request of a page.
    const headers = 'Authorization, Content-Type, Accept, Idempotency-Key, X-Requested-With, Sentry-Trace, Baggage';
    response.setHeader('access-control-allow-headers', headers);
    response.status(204).end();
}
