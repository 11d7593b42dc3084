import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { AppError, type ParsedInput, type proxy } from '@patchbay/contracts';
import { canonicalHeader, isReservedHeader } from '../../../kernel/egress/egress.ts';
import type { ProxyCall } from './proxy-call.ts';
import { readCallBody } from './request-body.ts';
import { hasParameter, withoutParameters } from './target-url.ts';

/** The query's way to ask for all pages, for clients that cannot set headers. */
const paginateParameter = 'patchbay_paginate';
const prefix = /^(?:patchbay|nango)-proxy-(.+)$/;

export interface ReadCall {
    call: ProxyCall;
    wantsAllPages: boolean;
}

/**
 * Reads the caller's request, with its body up to the limit.
 * @param signal aborted when the client disconnects
 * @throws {AppError} `forbidden` for TRACE; as {@link readCallBody}
 */
export async function readCall(
    { maxBodyBytes }: Pick<typeof proxy, 'maxBodyBytes'>,
    { environmentId, headers }: { environmentId: string; headers: ParsedInput<typeof proxy>['headers'] },
    request: IncomingMessage,
    signal: AbortSignal
): Promise<ReadCall> {
    const { method = 'GET', url = '/' } = request;
    if (method === 'TRACE')
        throw new AppError('forbidden', { message: 'TRACE is not allowed, because its response would contain the credentials.' });
    // The target may be absolute (RFC 9112 §3.2.2), and paths are found whatever their case is.
    const received = url.replace(/^(?:https?:\/\/[^/?#]*)?(?:\/v1)?\/proxy/i, '');
    const body = await readCallBody(request, maxBodyBytes);
    return {
        call: {
            target: { environmentId, integrationKey: headers['provider-config-key'], connectionId: headers['connection-id'] },
            method,
            path: withoutParameters(received, paginateParameters),
            headers: { ...(body.body ? contentHeaders(request.headers) : {}), ...forwardedHeaders(request.headers) },
            acceptEncoding: request.headers['accept-encoding']?.toString() ?? 'identity',
            ...body,
            baseUrlOverride: headers['base-url-override'],
            retries: headers.retries ?? 0,
            retryOn: headers['retry-on'] ?? [],
            decompress: headers.decompress,
            forwardHeadersOnRedirect: headers['forward-headers-on-redirect'],
            signal
        },
        wantsAllPages: headers['patchbay-paginate'] ?? asksForPages(received)
    };
}

const paginateParameters: ReadonlySet<string> = new Set([paginateParameter]);

function asksForPages(received: string): boolean {
    if (!hasParameter(received, paginateParameter)) return false;
    return /^(?:true|1|)$/.test(new URLSearchParams(received.slice(received.indexOf('?'))).get(paginateParameter) ?? '');
}

/** The headers that describe the body. */
function contentHeaders(headers: IncomingHttpHeaders): Record<string, string> {
    const { 'content-type': type, 'content-encoding': encoding } = headers;
    return { ...(type === undefined ? {} : { 'content-type': type }), ...(encoding === undefined ? {} : { 'content-encoding': encoding }) };
}

/** The caller's headers for the provider, without hop-by-hop headers and cookies. */
function forwardedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
    const given: Record<string, string> = {};
    for (const [fullName, value] of Object.entries(headers)) {
        const name = prefix.exec(fullName)?.[1];
        if (name === undefined || canonicalHeader(name) === 'cookie' || isReservedHeader(name)) continue;
        if (given[name] === undefined || fullName.startsWith('patchbay')) given[name] = String(value);
    }
    return given;
}
