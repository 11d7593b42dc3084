import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { ExampleRequest } from './example.ts';
import type { Scope } from './scopes.ts';

/** `ANY`: whatever HTTP has, WebDAV's included. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'ANY';

/** Who may call: a backend by its secret key, the Connect UI by its session token, or anybody. */
export type AuthKind = 'secret_key' | 'connect_session';

/** When a path was announced as going, when it goes (RFC 9745 `Deprecation`, RFC 8594 `Sunset`), and where to go instead. */
export interface Deprecation {
    deprecated: string;
    sunset: string;
    successor: string;
}

export interface EndpointShape {
    /** Unique; names the handler and, in OpenAPI, the operation. */
    id: string;
    method: Method;
    /** Canonical path, parameters as `:name`, the rest of a path as `*name`. It answers under `/v1` as well. */
    path: string;
    summary: string;
    /** Empty means that no credentials are needed. */
    auth: readonly AuthKind[];
    /** A load balancer's probe: calls are not counted, because a 429 would take the server out of service. */
    probe?: true;
    /** An expired, not deleted, session may still call: its running attempts have a time limit of their own. */
    acceptsExpiredSession?: true;
    /** Where the session's token is, if not in the Authorization header: the query parameter `connect_session_token`, or the body's `token`. */
    credentialIn?: 'query' | 'body';
    /** Browsers may call it with credentials, from the Connect UI's origin alone: a beacon cannot be told to leave them out. */
    beacon?: true;
    /** What a secret key needs to be allowed to do. */
    scope?: Scope;
    params?: z.ZodObject;
    query?: z.ZodObject;
    /** Query parameters that may be written `name[key]=value`. */
    bracketedQuery?: readonly string[];
    /** Query parameters that may be repeated. */
    repeatedQuery?: readonly string[];
    headers?: z.ZodObject;
    body?: z.ZodType;
    /** Bodies of request and answer are passed on as they come, whatever they are, and so is the query. */
    streams?: true;
    /** Largest accepted body in bytes, where it differs from the usual 1 MiB. */
    maxBodyBytes?: number;
    success: { status: 200 | 201 | 204; body?: z.ZodType; html?: true; text?: true };
    /** Codes this endpoint answers beyond those every endpoint has. A number is the status that this path answers the code with. */
    errors?: Partial<Record<ErrorCode, number | true>>;
    /** A request that its schemas accept, without credentials. Absent: one without input is accepted. */
    example?: ExampleRequest;
    deprecation?: Deprecation;
    /** Further paths onto the same handler. */
    aliases?: readonly { path: string; deprecation?: Deprecation }[];
    /** Also answered on the Connect UI's own origin. */
    onConnectOrigin?: true;
    /** Left out of OpenAPI: pages that a browser is sent to. */
    page?: true;
}

/** Says what an endpoint is; everything else (route, client, OpenAPI, types) is read off it. */
export function defineEndpoint<const E extends EndpointShape>(endpoint: E): E {
    return endpoint;
}

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;
type Input<S> = S extends z.ZodType ? z.input<S> : undefined;

/** What a handler receives after parsing. */
export interface ParsedInput<E extends EndpointShape> {
    params: Output<E['params']>;
    query: Output<E['query']>;
    headers: Output<E['headers']>;
    body: Output<E['body']>;
}

/** What a caller gives. Parts that the endpoint does not have are absent. */
export type CallInput<E extends EndpointShape> = Part<'params', E['params']> &
    Part<'query', E['query']> &
    Part<'headers', E['headers']> &
    Part<'body', E['body']>;

type Part<K extends string, S> = S extends z.ZodType
    ? Record<string, never> extends Input<S>
        ? { [P in K]?: Input<S> }
        : { [P in K]: Input<S> }
    : unknown;

/** What the endpoint answers on success, as JSON. `undefined` for 204. */
export type SuccessOut<E extends EndpointShape> = E['success'] extends { body: infer S } ? Output<S> : undefined;

/** What a handler returns; parsed by the success schema on the way out. */
export type SuccessIn<E extends EndpointShape> = E['success'] extends { body: infer S }
    ? Input<S>
    : E['success'] extends { html: true } | { text: true }
      ? never
      : undefined;

/** An endpoint's address without its schemas, for browsers: the literals are checked against the contract by this type. */
export interface RouteOf<E extends EndpointShape> {
    readonly method: E['method'];
    readonly path: E['path'];
    /** Never set: carries the types of input and answer. */
    readonly endpoint?: E;
}
