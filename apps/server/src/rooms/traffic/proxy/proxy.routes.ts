import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { AppError, type ParsedInput, proxy } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { SealError } from '../../../kernel/crypto/seal.ts';
import { canonicalHeader, type EgressPurpose, isReservedHeader } from '../../../kernel/egress/egress.ts';
import type { ConcurrencyLimiter } from '../../../kernel/runtime/concurrency-limiter.ts';
import { stream } from '../../../kernel/http/mount.ts';
import { forward } from './forward.ts';
import { forwardPages } from './paginate.ts';
import type { ProxyCall } from './proxy-call.ts';
import { readCallBody } from './request-body.ts';
import { sendResponse } from './send-response.ts';
import { hasParameter, withoutParameters } from './target-url.ts';
import { logExchange } from '../../platform/request-log/request-log.ts';
import { beginOperation } from '../../platform/request-log/operation.ts';
import type { SecretKeyCaller } from '../../platform/environments/authenticate-secret-key.ts';

/** The query's way to ask for all pages, for clients that cannot set headers. */
const paginateParameter = 'patchbay_paginate';
const paginateParameters: ReadonlySet<string> = new Set([paginateParameter]);
const prefix = /^(?:patchbay|nango)-proxy-(.+)$/;

type ProxyHeaders = ParsedInput<typeof proxy>['headers'];

export const proxyRoutes = [
    stream(proxy, async (deps, { auth, headers }, request, response) => {
        // Gone already, and nothing would tell us of it any more.
        if (response.closed) return;
        const release = acquire(deps.proxyLimiter, auth, headers);
        let releasePaging: (() => void) | undefined;
        const caller = new AbortController();
        response.once('close', () => {
            if (!response.writableFinished) caller.abort(new Error('The client disconnected.'));
        });
        let body: unknown;
        let operation: EgressPurpose | undefined;
        try {
            const { call, wantsAllPages } = await readCall(proxy, auth, headers, request, caller.signal);
            ({ body, operation } = call);
            if (wantsAllPages) releasePaging = acquire(deps.pagingLimiter, auth, headers);
            const forwarded = wantsAllPages ? await forwardPages(deps, call, request.headers.accept) : await forward(deps, call);
            if (!Buffer.isBuffer(forwarded.body))
                forwarded.body.once('error', (error) => {
                    // Checked now: the error closes our response next, as a gone caller would.
                    if (caller.signal.aborted) return;
                    deps.log.info('response_interrupted: a provider closed the connection in the middle of its response', {
                        environment: auth.environmentId,
                        integration_id: call.target.integrationKey,
                        connection_id: call.target.connectionId,
                        error
                    });
                });
            await sendResponse(response, forwarded);
        } catch (error) {
            // The client disconnected.
            if (caller.signal.aborted) return;
            if (operation?.attempts === 0) logCallRefused(deps, operation, request, error);
            throw error;
        } finally {
            releasePaging?.();
            release();
            if (body instanceof Readable) body.destroy();
        }
    })
];

/** No request to the provider tells of it. The query may hold secrets, which are not known yet. */
function logCallRefused(
    deps: Pick<Deps, 'requestLog' | 'clock' | 'ids'>,
    purpose: EgressPurpose,
    { method = 'GET', url = '/' }: IncomingMessage,
    thrown: unknown
): void {
    const error = thrown instanceof SealError ? new AppError('credential_unreadable') : thrown;
    if (error instanceof AppError) logExchange(deps, { purpose, method, url: url.replace(/[?#].*/s, ''), error });
}

function acquire(limiter: ConcurrencyLimiter, { environmentId }: SecretKeyCaller, headers: ProxyHeaders): () => void {
    const release = limiter.acquire(environmentId, headers['provider-config-key']);
    if (!release) throw new AppError('overloaded', { retryAfterS: 1 });
    return release;
}

/**
 * Reads the caller's request, with its body up to the limit.
 * @param signal aborted when the client disconnects
 * @throws {AppError} `forbidden` for TRACE; as {@link readCallBody}
 */
async function readCall(
    { maxBodyBytes }: Pick<typeof proxy, 'maxBodyBytes'>,
    { environmentId }: SecretKeyCaller,
    headers: ProxyHeaders,
    request: IncomingMessage,
    signal: AbortSignal
): Promise<{ call: ProxyCall; wantsAllPages: boolean }> {
    const { method = 'GET', url = '/' } = request;
    if (method === 'TRACE')
        throw new AppError('forbidden', { message: 'TRACE is not allowed, because its response would contain the credentials.' });
    // The target may be absolute (RFC 9112 §3.2.2), and paths are found whatever their case is.
    const received = url.replace(/^(?:https?:\/\/[^/?#]*)?(?:\/v1)?\/proxy/i, '');
    const body = await readCallBody(request, maxBodyBytes);
    const target = { environmentId, integrationKey: headers['provider-config-key'], connectionId: headers['connection-id'] };
    return {
        call: {
            target,
            operation: beginOperation({ kind: 'proxy', ...target }),
            method,
            path: withoutParameters(received, paginateParameters),
            headers: { ...(body.body ? contentHeaders(request.headers) : {}), ...forwardedHeaders(request.headers) },
            mcpHeaders: mcpHeaders(request.headers),
            acceptEncoding: request.headers['accept-encoding']?.toString() ?? 'identity',
            ...body,
            readOnly: false,
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

function asksForPages(received: string): boolean {
    if (!hasParameter(received, paginateParameter)) return false;
    return /^(?:true|1|)$/.test(new URLSearchParams(received.slice(received.indexOf('?'))).get(paginateParameter) ?? '');
}

/** Clients of the Model Context Protocol know nothing of a prefix. */
function mcpHeaders(headers: IncomingHttpHeaders): Record<string, string> {
    const own = Object.entries(headers).filter(([name]) => /^(?:accept|last-event-id|mcp-[\w-]+)$/.test(name));
    return Object.fromEntries(own.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
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
