import type { z } from 'zod';
import type { ErrorCode } from './error-catalog.ts';
import type { ExampleRequest } from './example.ts';
import type { AccountScope, Scope } from './scopes.ts';

/** `ANY`: every method of HTTP, WebDAV's included. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'ANY';

/**
 * Who may call: a backend by the secret key of an environment, an operator's tool by a key of the
 * account, the Connect UI by its session token, a member by the cookie of the dashboard, or any
 * client.
 */
export type AuthKind = 'secret_key' | 'account_key' | 'connect_session' | 'dashboard_session';

/** When a path was deprecated (RFC 9745), when it is removed (RFC 8594), and its successor. */
export interface Deprecation {
    deprecated: string;
    sunset: string;
    successor: string;
}

/**
 * The success response: JSON with an example as callers receive it, a page, text, server-sent
 * events, or nothing.
 */
type Success =
    | { status: 200 | 201 | 202; body: z.ZodType; example: unknown; html?: never; text?: never; events?: never }
    | { status: 200 | 204; body?: never; example?: never; html?: true; text?: true; events?: true };

/** JSON that a request gets instead of the usual response. */
export interface AlternativeSuccess {
    status: 200 | 202;
    /** What asks for it. */
    when: string;
    body: z.ZodType;
    example: unknown;
}

export interface EndpointShape {
    /** Unique; names the handler and, in OpenAPI, the operation. */
    id: string;
    method: Method;
    /** Parameters are `:name`, the rest of a path is `*name`. Served under `/v1` too. */
    path: string;
    summary: string;
    /** Empty means that no credentials are needed. */
    auth: readonly AuthKind[];
    /** Not rate limited: a 429 to a load balancer's probe would take the server out of service. */
    probe?: true;
    /** Counts its calls by itself, by something else than their address. */
    limitsItself?: true;
    /** Codes whose response is `{"error": "…"}`, as the reference's: words, or the message. */
    errorsInWords?: Partial<Record<ErrorCode, true | string>>;
    /** An expired session may call too: its running attempts have a time limit of their own. */
    acceptsExpiredSession?: true;
    /** Place of the session token: `connect_session_token` in the query, or `token` in the body. */
    credentialIn?: 'query' | 'body';
    /** CORS with credentials from the Connect UI's origin: `sendBeacon` always includes them. */
    beacon?: true;
    /** What a secret key needs to be allowed to do. */
    scope?: Scope;
    /** The same of an account key. */
    accountScope?: AccountScope;
    params?: z.ZodObject;
    query?: z.ZodObject;
    /** Query parameters that may be written `name[key]=value`. */
    bracketedQuery?: readonly string[];
    /** Query parameters that may be repeated. */
    repeatedQuery?: readonly string[];
    headers?: z.ZodObject;
    body?: z.ZodType;
    /** The body is handed on as parsed JSON: the function that takes it holds it to its schema. */
    parsedByFunction?: true;
    /** A number of the body that a double would round is refused, or the handler is told of it. */
    exactNumbers?: 'required' | 'told' | undefined;
    /** The body may be a form with these parts instead, which the handler reads by itself. */
    form?: z.ZodObject;
    /** The bodies of request and response, and the query, are passed on unread. */
    streams?: true;
    /** Largest accepted body in bytes, where it differs from the usual 1 MiB. */
    maxBodyBytes?: number;
    success: Success;
    /** What each header of the success response says. */
    responseHeaders?: Readonly<Record<string, string>>;
    /** Success responses that a request asks for instead, by name. */
    alternatives?: Readonly<Record<string, AlternativeSuccess>>;
    /**
     * Error codes besides those of the shape. A number: the status of the code here; several: those
     * that it may have here, the usual one first.
     */
    errors?: Partial<Record<ErrorCode, number | readonly number[] | true>>;
    /** A request that the schemas accept, without credentials. Absent: it needs no input. */
    example?: ExampleRequest;
    deprecation?: Deprecation;
    /** Further paths onto the same handler. */
    aliases?: readonly { path: string; deprecation?: Deprecation }[];
    /** Served on the Connect UI's origin too. */
    onConnectOrigin?: true;
    /** Left out of OpenAPI: pages that a browser is sent to. */
    page?: true;
}

/** Says what an endpoint is; everything else (route, client, OpenAPI, types) is read off it. */
export function defineEndpoint<const E extends EndpointShape>(endpoint: WithExamples<E>): E {
    // `WithExamples` says more about the examples alone, which TypeScript can't infer for any `E`.
    return endpoint as E;
}

/** The shape with its examples as its own schemas have them. */
type WithExamples<E extends EndpointShape> = {
    [K in keyof E]: K extends 'example'
        ? RequestExample<E>
        : K extends 'success'
          ? WithExample<E[K]>
          : K extends 'alternatives'
            ? { [Name in keyof E[K]]: WithExample<E[K][Name]> }
            : E[K];
};

type WithExample<S> = { [K in keyof S]: K extends 'example' ? (S extends { body: infer B } ? Output<B> : never) : S[K] };

/** Without a schema, only `params` may be there: the rest of a path has none. */
type RequestExample<E extends EndpointShape> = CallInput<E> & {
    [P in keyof ExampleRequest as E[P] extends z.ZodType ? never : P]?: P extends 'params' ? RestOfPath<E['path']> : never;
};

type RestOfPath<P extends string> = P extends `${string}*${infer Name}` ? Record<Name, string> : never;

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;
type Input<S> = S extends z.ZodType ? z.input<S> : undefined;

/** What a handler receives after parsing. */
export interface ParsedInput<E extends EndpointShape> {
    params: Output<E['params']>;
    query: Output<E['query']>;
    headers: Output<E['headers']>;
    body: E['parsedByFunction'] extends true ? unknown : Output<E['body']>;
    /** Where it is told of: the path to the first number of the body that was rounded. */
    roundedNumber?: readonly string[] | undefined;
}

/** Whether pages of any origin may call it: it takes a session token, or needs no credentials. */
export function isForBrowsers({ auth, onConnectOrigin }: EndpointShape): boolean {
    return auth.includes('connect_session') || (auth.length === 0 && onConnectOrigin === true);
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

/** The JSON of the response on success; `undefined` for 204. */
export type SuccessOut<E extends EndpointShape> = E['success'] extends { body: infer S } ? Output<S> : undefined;

/** What a handler returns; parsed by the success schema on the way out. */
export type SuccessIn<E extends EndpointShape> = E['success'] extends { body: infer S }
    ? Input<S>
    : E['success'] extends { html: true } | { text: true }
      ? never
      : undefined;

/** An endpoint's address without its schemas, for browsers. */
export interface RouteOf<E extends EndpointShape> {
    readonly method: E['method'];
    readonly path: E['path'];
    /** Never set: carries the types of input and response. */
    readonly endpoint?: E;
}
