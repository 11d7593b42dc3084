import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { AppError, type EndpointShape, isForBrowsers, type ParsedInput, type SuccessIn } from '@patchbay/contracts';
import type { Express, NextFunction, Request, Response } from 'express';
import { z } from 'zod';
import type { DataKeyWatch } from '../crypto/data-keys.ts';
import type { Ids } from '../crypto/ids.ts';
import type { Admission } from './admission.ts';
import { allowedMethods, placesOf } from './allowed-methods.ts';
import type { ClientAddress } from './client-address.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../log/log.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { authenticate, type Authenticators, type Caller, type Callers } from './authenticate.ts';
import type { Changes } from './changes.ts';
import { droppedFields } from './dropped-fields.ts';
import { sendError } from './error-response.ts';
import type { RateLimits } from './rate-limit.ts';
import { readRequest } from './read-request.ts';
import { inRequest, nameEnvironment } from '../log/request-context.ts';
import { setRequestId } from './request-id.ts';
import { sendJson, sendSerialised, SerialisedJson } from './send-json.ts';
import { setCorsHeaders, setSecurityHeaders } from './security-headers.ts';

type CallerOf<E extends EndpointShape> = E['auth'] extends readonly []
    ? undefined
    : E['auth'] extends readonly (infer Kind extends keyof Callers)[]
      ? Callers[Kind]
      : never;

/** What the kernel needs to serve a route. */
export interface ServingDeps {
    clock: Clock;
    ids: Ids;
    log: Log;
    telemetry: Telemetry;
    config: { publicUrl: string; connectUrl: string; keepRemovedEndpoints: boolean; logLevel: string };
    dataKeys: Pick<DataKeyWatch, 'catchUp' | 'learn'>;
    clientAddress: ClientAddress;
}

/** What handlers are given; the server declares it from `deps.ts`. */
export interface HandlerDeps {}

export interface HandlerInput<E extends EndpointShape> extends ParsedInput<E> {
    auth: CallerOf<E>;
    /** Adds a response header. */
    setHeader(name: string, value: string): void;
}

/** The response of a page or an image. */
export interface Page {
    status: number;
    headers: Record<string, string | string[]>;
    /** Bytes where all responses can share them. */
    body: string | Buffer;
    /** What ends the page, which is sent up to here at once. Never rejects. */
    rest?: Promise<string>;
}

export interface Route {
    endpoint: EndpointShape;
    handle(deps: HandlerDeps, input: HandlerInput<EndpointShape>, request: Request): Promise<unknown>;
    /** Instead of `handle`: writes the response itself. Errors before its first byte are sent. */
    stream?(deps: HandlerDeps, input: HandlerInput<EndpointShape>, request: IncomingMessage, response: ServerResponse): Promise<void>;
    /** The page for a failure, also one before the handler; undefined: the usual JSON. */
    showFailure?(deps: HandlerDeps, error: unknown, request: Request): Promise<Page | undefined>;
}

type Handler<E extends EndpointShape, Result> = (deps: HandlerDeps, input: HandlerInput<E>, request: Request) => Promise<Result>;

/** Binds a handler to its endpoint. Its result is parsed by the endpoint's response schema. */
export function route<const E extends EndpointShape>(
    endpoint: E,
    handler: Handler<E, SuccessIn<E> | (undefined extends SuccessIn<E> ? void : never)>
): Route {
    return { endpoint, handle: (deps, input, request) => handler(deps, input, request) };
}

/** Binds a response that is the same for every caller: serialised once, at the first request. */
export function constant<const E extends EndpointShape & { success: { body: z.ZodType } }>(
    endpoint: E,
    make: (config: HandlerDeps['config']) => SuccessIn<E>
): Route {
    const made = new WeakMap<HandlerDeps['config'], SerialisedJson>();
    return {
        endpoint,
        async handle(deps) {
            const { config } = deps;
            const sent = () => JSON.stringify(parseSuccess(deps, endpoint, endpoint.success.body, make(config)));
            const known = made.get(config) ?? new SerialisedJson(sent());
            made.set(config, known);
            return known;
        }
    };
}

/** Binds a handler that responds with JSON as it is stored, which is not parsed again. */
export function storedJson<const E extends EndpointShape>(endpoint: E, handler: Handler<E, SerialisedJson>): Route {
    return { endpoint, handle: (deps, input, request) => handler(deps, input, request) };
}

/** Binds a handler of a page, which also reads the request's cookies and raw query. */
export function page<const E extends EndpointShape>(
    endpoint: E,
    handler: (deps: HandlerDeps, input: HandlerInput<E>, request: Request) => Promise<Page>,
    showFailure?: Route['showFailure']
): Route {
    return { endpoint, handle: (deps, input, request) => handler(deps, input, request), ...(showFailure ? { showFailure } : {}) };
}

/** Binds a handler that reads the request and writes the response itself, both unparsed. */
export function stream<const E extends EndpointShape>(
    endpoint: E,
    handler: (deps: HandlerDeps, input: HandlerInput<E>, request: IncomingMessage, response: ServerResponse) => Promise<void>
): Route {
    const handle = () => Promise.reject(new Error(`${endpoint.id} responds by itself`));
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

const forbidden = 403;

export interface MountContext {
    deps: HandlerDeps & ServingDeps;
    authenticators: Authenticators;
    limits: RateLimits;
    admission: Pick<Admission, 'learn'>;
    changes: Changes;
}

/** A path that other routes have, with other methods; or a request without what the route needs. */
function isElsewhere({ headers }: EndpointShape, request: Request, response: Response): boolean {
    return allowedMethods(response) !== undefined || headers?.safeParse(request.headers).success === false;
}

/** Puts a route under its path, its aliases, and the `/v1` twin of each. */
export function mount(app: Express, bound: Route, context: MountContext): void {
    const { endpoint } = bound;
    if (bound.stream) return;
    // The lower case of the five methods, which TypeScript types as string.
    const method = endpoint.method === 'ANY' ? 'all' : (endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete');
    for (const { pattern, path, deprecation } of placesOf(endpoint)) {
        // Express would run the handler of GET, and HEAD must not have its side effects.
        if (endpoint.page) app.head(pattern, (request, response) => respondToHead(request, response, context.deps));
        app[method](pattern, (request: Request, response: Response, next: NextFunction) =>
            method === 'all' && isElsewhere(endpoint, request, response)
                ? next()
                : serve(bound, request, response, context, path, deprecation)
        );
        if (isForBrowsers(endpoint))
            app.options(pattern, (_request, response) => respondToPreflight(response, endpoint, context.deps.config));
    }
}

function respondToHead(request: Request, response: Response, { ids, config }: ServingDeps): void {
    setRequestId(request, response, ids);
    setSecurityHeaders(response, config.publicUrl);
    response.type('html').end();
}

/**
 * Serves streams in front of Express, which takes a tenth of the time of a small call and refuses
 * paths that do not decode to UTF-8. HEAD is served with every method; aliases and sunset are not
 * supported.
 */
export function withStreams(app: Express, routes: readonly Route[], context: MountContext): RequestListener {
    const streams = routes
        .filter(({ stream: isStreamed }) => isStreamed !== undefined)
        .map((bound) => ({ bound, tree: pathMatcher(bound.endpoint.path) }));
    return (request, response) => {
        const found = streams.find(({ bound, tree }) => takesMethod(bound.endpoint, request.method) && tree.test(request.url ?? ''));
        if (!found) {
            app(request, response);
            return;
        }
        const { bound, tree } = found;
        const params = decodeAll(tree.exec(request.url ?? '')?.groups ?? {});
        // Such a route uses nothing else of what Express adds to these two.
        serve(bound, Object.assign(request, { params }) as Request, response as Response, context, bound.endpoint.path, undefined).catch(
            (error: unknown) => {
                context.deps.log.error('unexpected_failure', { error });
                response.destroy();
            }
        );
    };
}

function takesMethod({ method }: EndpointShape, given = ''): boolean {
    return method === 'ANY' || method === given || given === 'HEAD';
}

/**
 * Matches a request target, which may be absolute (RFC 9112 §3.2.2), at the path; at or below it
 * where its end is open.
 */
function pathMatcher(path: string): RegExp {
    const named = path.replace(/\/\*\w+$/, '(?:[/?#]|$)').replaceAll(/:(\w+)/g, '(?<$1>[^/?#]+)');
    return new RegExp(`^(?:https?://[^/?#]*)?(?:/v1)?${named}${named.endsWith('$)') ? '' : '/?(?:[?#]|$)'}`, 'i');
}

/** What does not decode stays as it is, and its schema refuses it. */
function decodeAll(params: Readonly<Record<string, string>>): Record<string, string> {
    const decode = (text: string) => {
        try {
            return decodeURIComponent(text);
        } catch {
            return text;
        }
    };
    return Object.fromEntries(Object.entries(params).map(([name, text]) => [name, decode(text)]));
}

async function serve(
    bound: Route,
    request: Request,
    response: Response,
    { deps, authenticators, limits, admission, changes }: MountContext,
    path: string,
    deprecation: EndpointShape['deprecation']
): Promise<void> {
    const { endpoint } = bound;
    const requestId = setRequestId(request, response, deps.ids);
    const startedAt = performance.now();
    const address = deps.clientAddress(request);
    const served = deps.telemetry.servedRequest(response);
    if (served) served.route = path;
    const work = async () => {
        setSecurityHeaders(response, deps.config.publicUrl);
        setCorsHeaders(response, endpoint, deps.config.connectUrl);
        let changed: Awaited<ReturnType<Changes['begin']>>;
        let known: Caller | undefined;
        const recognised = (found: Caller) => {
            known = found;
        };
        try {
            if (deprecation) announceDeprecation(response, request, deprecation, deps);
            const catchingUp = deps.dataKeys.catchUp();
            if (catchingUp) await catchingUp;
            // A credential in the body is known only when the body has been read.
            const early = endpoint.credentialIn === 'body' ? await readRequest(endpoint, request) : undefined;
            const caller = await authenticate(endpoint, request, response, {
                authenticators,
                limits,
                address,
                body: early?.body,
                recognised
            });
            if (caller?.environmentId !== undefined) {
                const { environmentId } = caller;
                const learning = deps.dataKeys.learn(environmentId);
                if (learning) await learning;
                admission.learn(request, environmentId);
                nameEnvironment(environmentId);
                if (served) served.environment = environmentId;
            }
            const parts = early ?? (await readRequest(endpoint, request));
            if (endpoint.method !== 'GET') changed = await changes.begin({ endpoint, caller, input: parts, requestId, address });
            const input = { ...parts, auth: caller, setHeader: (name: string, value: string) => void response.setHeader(name, value) };
            // `authenticate` has enforced the caller's kind.
            const given = input as HandlerInput<EndpointShape>;
            if (bound.stream) await bound.stream(deps, given, request, response);
            else await send(deps, response, endpoint, await bound.handle(deps, given, request));
            await changed?.(response.statusCode, undefined);
        } catch (error) {
            // The client disconnected before its request was complete.
            if (request.socket.destroyed && !request.complete) return;
            const shown = await pageOf(bound, deps, error, request);
            if (shown) sendPage(response, shown);
            else sendError(response, error, { log: deps.log, publicUrl: deps.config.publicUrl, endpoint, deprecation });
            const code = error instanceof AppError ? error.code : 'server_error';
            await changed?.(response.statusCode, code);
            const isRefused = !changed && known && response.statusCode === forbidden;
            if (isRefused && known) await changes.refused({ endpoint, caller: known, params: request.params, requestId, address, code });
        }
        deps.log.debug('request', {
            method: request.method,
            route: path,
            client_address: address,
            status: response.statusCode,
            duration_ms: Math.round(performance.now() - startedAt)
        });
    };
    served?.span?.set({ 'patchbay.request.id': requestId });
    await inRequest(requestId, work, served?.span);
}

/** What the route itself makes of a failure. */
async function pageOf(bound: Route, deps: MountContext['deps'], error: unknown, request: Request): Promise<Page | undefined> {
    try {
        return await bound.showFailure?.(deps, error, request);
    } catch (second) {
        deps.log.error('error_page_failed', { error: second });
        return undefined;
    }
}

export function sendPage(response: Response, { status, headers, body }: Page): void {
    response.removeHeader('cross-origin-opener-policy');
    response.status(status).set(headers).send(body);
}

async function sendPageInParts(response: Response, { status, headers, body }: Page, rest: Promise<string>): Promise<void> {
    response.removeHeader('cross-origin-opener-policy');
    // Else nginx, as a proxy, holds the beginning back.
    response.status(status).set(headers).set('x-accel-buffering', 'no').write(body);
    const end = await rest;
    // The browser may have gone.
    if (!response.destroyed) response.end(end);
}

async function send(deps: ServingDeps, response: Response, endpoint: EndpointShape, result: unknown): Promise<void> {
    if (endpoint.success.html || endpoint.success.text) {
        const shown = result as Page; // the route's type asks its handler for one
        return shown.rest ? sendPageInParts(response, shown, shown.rest) : sendPage(response, shown);
    }
    const { status, body } = endpoint.success;
    if (!body) {
        response.status(status).end();
        return;
    }
    if (result instanceof SerialisedJson) sendSerialised(response, status, result);
    else {
        const length = sendJson(response, status, parseSuccess(deps, endpoint, compiled.get(body) ?? body, result));
        if (length > longBytes && !compiled.has(body)) compiled.set(body, z.compile(body));
    }
}

/**
 * Schemas of long responses, with code generated for them: a list of 100 connections is checked in
 * 25 instead of 80 µs. The others would not repay the 1 to 18 ms that it takes.
 */
const compiled = new WeakMap<z.ZodType, z.ZodType>();
const longBytes = 8 * 1024;

function parseSuccess({ config, log }: ServingDeps, endpoint: EndpointShape, body: z.ZodType, result: unknown): unknown {
    const parsed = body.safeParse(result);
    if (parsed.success) {
        // Not in production: a long list takes a while.
        if (config.logLevel === 'debug') checkNothingDropped(endpoint, result, parsed.data, log);
        return parsed.data;
    }
    // The schema's message would quote the response.
    const places = parsed.error.issues.map((issue) => issue.path.join('.')).join(', ');
    throw new Error(`${endpoint.id} responded with what its contract does not allow at ${places}`);
}

/** The caller still gets the rest; a test that sees the line fails. */
function checkNothingDropped({ id }: EndpointShape, result: unknown, sent: unknown, log: Log): void {
    const places = droppedFields(result, sent).join(', ');
    if (places === '') return;
    log.error('undeclared_response_field', {
        reason: `Add ${places} to the response of the contract ${id}, or take it out of the handler.`
    });
}

/** RFC 9745 `Deprecation`, RFC 8594 `Sunset`, and 410 afterwards, before authentication. */
function announceDeprecation(
    response: Response,
    request: Request,
    { deprecated, sunset, successor }: NonNullable<EndpointShape['deprecation']>,
    { clock, config }: ServingDeps
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

function respondToPreflight(response: Response, endpoint: EndpointShape, { connectUrl }: ServingDeps['config']): void {
    setCorsHeaders(response, endpoint, connectUrl);
    response.setHeader('access-control-allow-methods', endpoint.beacon ? 'POST' : 'GET, POST, DELETE');
    // The last two are what error trackers put on every request of a page.
    const headers = 'Authorization, Content-Type, Accept, Idempotency-Key, Patchbay-Request-Id, X-Requested-With, Sentry-Trace, Baggage';
    response.setHeader('access-control-allow-headers', headers);
    response.status(204).end();
}
