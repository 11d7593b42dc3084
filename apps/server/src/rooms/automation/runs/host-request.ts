import { AppError } from '@patchbay/contracts';
import { HostError, type HostRequest, type HostResponse } from '@patchbay/functions';
import { setTimeout as sleep } from 'node:timers/promises';
import { discard, EgressError, type EgressPurpose } from '../../../kernel/egress/egress.ts';
import { elsewhere } from '../../../kernel/runtime/work-slots.ts';
import type { UsableConnection } from '../../connections/connection-store/open-connection.ts';
import type { ConnectionTarget } from '../../connections/connection-store/usable-connection.sql.ts';
import type { RefusedCredentials } from '../../connections/credentials/check-refused.ts';
import { CredentialsUnavailableError, toProxyCredentialsError } from '../../connections/credentials/refresh-failure.ts';
import { forward, type ForwardDeps } from '../../traffic/proxy/forward.ts';
import type { Forwarded } from '../../traffic/proxy/proxy-call.ts';
import { isIdempotentMethod } from '../../traffic/proxy/retry.ts';
import { awayError } from './database-away.ts';
import type { HeldResponse } from './held-bytes.ts';

/** Of a built-in function: a page of 1,000 invoices with 40 lines each has 20 MB. */
const mostResponseBytes = 64 * 1024 * 1024;
/** A run waits so long for a provider's rate limit, all waits of one request together. */
const maxRateLimitWaitMs = 10 * 60_000;

export interface RequestContext {
    target: ConnectionTarget;
    /** The credentials of `target`, where they are not stored yet. */
    given?: UsableConnection | undefined;
    purpose: EgressPurpose;
    /** Aborted when the run must end, or has. */
    signal: AbortSignal;
    /** Where the response has its room. */
    held: HeldResponse;
    /** It may not be larger. */
    mostBytes?: number | undefined;
    /** Called where the provider refuses the credentials of `target`. */
    refusal?: (refused: RefusedCredentials) => void;
    /** An action's caller waits, so that a rate limit is told at once. */
    waitsForRateLimit: boolean;
}

/**
 * Sends a function's request with the connection's credentials, or without to any public URL.
 * @throws {HostError} `network_error`; `outcome_unknown` of a write that may have arrived; the
 * server's code for what was refused here
 */
export async function sendHostRequest(deps: ForwardDeps, context: RequestContext, input: HostRequest): Promise<HostResponse> {
    if (!input.withCredentials) return sendPublic(deps, context, input);
    const { integrationKey, connectionId } = context.target;
    const isOwn = (input.connectionId ?? connectionId) === connectionId && (input.providerConfigKey ?? integrationKey) === integrationKey;
    for (let waitedMs = 0; ;) {
        try {
            const forwarded = await forward(deps, {
                target: {
                    environmentId: context.target.environmentId,
                    integrationKey: input.providerConfigKey ?? integrationKey,
                    connectionId: input.connectionId ?? connectionId
                },
                given: isOwn ? context.given : undefined,
                operation: context.purpose,
                method: input.method,
                path: pathOf(input),
                headers: lowerCased(input.headers),
                acceptEncoding: 'identity',
                body: bytesOf(input.body),
                bodyLength: undefined,
                readOnly: input.readOnly,
                baseUrlOverride: input.baseUrlOverride ?? undefined,
                retries: input.retries,
                retryOn: input.retryOn,
                decompress: true,
                forwardHeadersOnRedirect: input.forwardHeadersOnRedirect,
                signal: context.signal
            });
            if (forwarded.refused && isOwn) context.refusal?.(forwarded.refused);
            return await readResponse(forwarded, input, context);
        } catch (error) {
            const pauseMs = context.waitsForRateLimit ? rateLimitPauseMs(error) : undefined;
            if (pauseMs === undefined || waitedMs + pauseMs > maxRateLimitWaitMs) throw toHostError(error, input, context.signal);
            waitedMs += pauseMs;
            await elsewhere(sleep(pauseMs, undefined, { signal: context.signal })).catch(() => {
                throw aborted();
            });
        }
    }
}

function pathOf({ endpoint, query }: HostRequest): string {
    const path = endpoint.startsWith('/') ? endpoint : `/${endpoint}`;
    return query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

const bytesOf = (body: HostRequest['body']) => (typeof body === 'string' ? Buffer.from(body) : (body ?? undefined));

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function rateLimitPauseMs(error: unknown): number | undefined {
    return error instanceof AppError && error.code === 'provider_rate_limited' ? Math.max(1, error.retryAfterS ?? 1) * 1000 : undefined;
}

async function readResponse(
    { status, headers, body }: Pick<Forwarded, 'status' | 'headers' | 'body'>,
    { responseType, ...input }: Pick<HostRequest, 'method' | 'readOnly' | 'responseType'>,
    context: Pick<RequestContext, 'held' | 'mostBytes'>
): Promise<HostResponse> {
    const isText = responseType === 'text';
    const whole = Buffer.isBuffer(body) ? body : await collect(body, input, context, isText);
    const flat = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value])
    );
    return { status, headers: flat, body: isText || typeof whole === 'string' ? whole.toString() : new Uint8Array(whole) };
}

const isRepeatable = ({ method, readOnly }: Pick<HostRequest, 'method' | 'readOnly'>) => readOnly || isIdempotentMethod(method);

/** Text is decoded as it comes: the bytes of a large one are not kept beside it. */
async function collect(
    body: Exclude<Forwarded['body'], Buffer>,
    input: Pick<HostRequest, 'method' | 'readOnly'>,
    { held, mostBytes = mostResponseBytes }: Pick<RequestContext, 'held' | 'mostBytes'>,
    isText: boolean
): Promise<string | Buffer> {
    // A quarter of the time that a stream takes which decodes.
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    const chunks: Buffer[] = [];
    let text = '';
    let length = 0;
    try {
        for await (const piece of body) {
            // A stream without an encoding.
            const chunk = piece as Buffer;
            length += chunk.length;
            if (length > mostBytes) throw tooLarge(mostBytes);
            const room = held.add(chunk.length);
            if (room) await room;
            if (isText) text += decoder.decode(chunk, { stream: true });
            else chunks.push(chunk);
        }
        return isText ? text + decoder.decode() : Buffer.concat(chunks);
    } catch (error) {
        discard(body);
        if (error instanceof HostError) throw error;
        throw isRepeatable(input) ? networkError() : outcomeUnknown();
    }
}

const tooLarge = (mostBytes: number) =>
    new HostError(
        'response_too_large',
        `The response of the provider is larger than ${mostBytes / 1024 ** 2} MiB. Ask for less at a time.`
    );
const networkError = () => new HostError('network_error', 'The provider could not be reached, or did not respond in time.');
const outcomeUnknown = () =>
    new HostError('outcome_unknown', 'The response of the provider was lost: whether it has done what was asked is not known.');
export const aborted = () => new HostError('run_aborted', 'The run was ended.');

/** Codes for which nothing has arrived at the provider, or nothing can. */
const networkCodes: ReadonlySet<string> = new Set(['provider_unreachable', 'provider_timeout', 'provider_answer_unusable']);

function toHostError(error: unknown, input: HostRequest, signal: AbortSignal): unknown {
    if (signal.aborted) return aborted();
    if (!(error instanceof AppError)) return awayError(error);
    if (error.cause instanceof CredentialsUnavailableError) return credentialsError(error.cause);
    if (!networkCodes.has(error.code)) return new HostError(error.code, error.message, retryAfterOf(error));
    const mayHaveArrived = !(error.cause instanceof EgressError) || error.cause.mayHaveArrived;
    return mayHaveArrived && !isRepeatable(input) ? outcomeUnknown() : networkError();
}

/** What functions are told of a connection whose credentials cannot be had now. */
export function credentialsError(failure: CredentialsUnavailableError): HostError {
    const { code } = toProxyCredentialsError(failure);
    return new HostError(code === 'server_error' ? 'connection_refresh_backoff' : code, failure.message);
}

const retryAfterOf = ({ retryAfterS }: AppError) => (retryAfterS === undefined ? null : { retry_after: retryAfterS });

async function sendPublic({ egress }: Pick<ForwardDeps, 'egress'>, context: RequestContext, input: HostRequest): Promise<HostResponse> {
    const { method, endpoint, headers, body } = input;
    const { purpose, signal, held, mostBytes = mostResponseBytes } = context;
    try {
        const response = await egress.request({
            url: endpoint,
            method,
            headers: { ...headers },
            ...(body === null ? {} : { body }),
            maxBytes: mostBytes,
            hold: (bytes) => held.add(bytes),
            timeoutMs: 30_000,
            signal,
            purpose
        });
        return await readResponse(response, input, context);
    } catch (error) {
        if (signal.aborted) throw aborted();
        if (!(error instanceof EgressError)) throw error;
        if (error.code === 'too_large') throw tooLarge(mostBytes);
        if (error.code === 'bad_url' || error.code === 'destination_not_allowed')
            throw new HostError('destination_not_allowed', 'This address may not be called from here.');
        throw error.mayHaveArrived && !isRepeatable(input) ? outcomeUnknown() : networkError();
    }
}
