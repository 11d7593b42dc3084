import type { IncomingMessage } from 'node:http';
import type { EndpointCall } from './call-endpoint.ts';

interface Headers {
    'provider-config-key': string;
    'connection-id': string;
    'idempotency-key'?: string | undefined;
    'x-async'?: boolean | undefined;
    'x-max-retries'?: number | undefined;
}

interface Input {
    auth: { environmentId: string; scopes?: readonly string[] };
    headers: Headers;
    body: unknown;
    setHeader(name: string, value: string): void;
}

/** What a request asks of a function, by its path without `/v1`. */
export function callOf({ method = '', url = '' }: IncomingMessage, { auth, headers, body, setHeader }: Input): EndpointCall {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    return {
        target: {
            environmentId: auth.environmentId,
            integrationKey: headers['provider-config-key'],
            connectionId: headers['connection-id']
        },
        scopes: auth.scopes ?? [],
        method,
        path: pathname.startsWith('/v1/') ? pathname.slice('/v1'.length) : pathname,
        query: searchParams,
        body,
        idempotencyKey: headers['idempotency-key'],
        isAsync: headers['x-async'],
        maxRetries: headers['x-max-retries'],
        setHeader
    };
}
