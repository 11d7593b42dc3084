import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { discard, EgressError, followRedirects, type Hop, hostOf, inflate } from '../../../kernel/egress/egress.ts';
import type { Breaker } from './breaker.ts';
import { idempotencyOf, type PreparedRequest, prepareRequest } from './prepare-request.ts';
import type { Forwarded, ProxyCall } from './proxy-call.ts';
import { toProxyError } from './proxy-error.ts';
import { isRetryable, isSafeToRetry, waitMs } from './retry.ts';
import { partsOf } from '../../connections/connection-store/credential-halves.ts';
import { credentialNames } from './upstream-headers.ts';
import { clientCertificateOf } from '../../connections/connection-store/client-certificate.ts';
import type { UsableConnection } from '../../connections/connection-store/open-connection.ts';
import type { ConnectionTarget } from '../../connections/connection-store/usable-connection.sql.ts';
import {
    type CredentialsDeps,
    getCredentials,
    maxAgeMs,
    requireStillUsable,
    unlessUnavailable
} from '../../connections/credentials/get-credentials.ts';
import { probeSoon } from '../../connections/credentials/probe-soon.ts';
import { CredentialsUnavailableError, toProxyCredentialsError } from '../../connections/credentials/refresh-failure.ts';
import { signatureOf } from '../../connections/provider-calls/credential-types/sign-request.ts';
import { isRefusedForCredentials } from '../../platform/providers/is-refused-for-credentials.ts';
import { isRefusedByRateLimit } from '../../platform/providers/is-refused-by-rate-limit.ts';
import { withPermit } from '../rate-budgets/with-permit.ts';
import { elsewhere } from '../../../kernel/runtime/work-slots.ts';

export type ForwardDeps = CredentialsDeps & Pick<Deps, 'breakers' | 'budgets' | 'probeHints' | 'trafficCounter'>;

const maxRedirects = 5;
/** After a refusal with these, renewed credentials may help; 200 has its error in the body. */
const meanUnauthorized: readonly number[] = [401, 200];
/** For all attempts together. */
const maxTotalWaitMs = 60_000;
const maxInflatedBytes = 1024 ** 3;

/**
 * Sends a call with the connection's credentials: retried where the caller wants it and it is
 * safe, and once more with refreshed credentials after a 401. Any status is a response.
 * @throws {AppError} where there is no response; or `signal`'s reason
 */
export async function forward(deps: ForwardDeps, call: ProxyCall): Promise<Forwarded> {
    const canSendAgain = !(call.body instanceof Readable);
    let readAtMs = performance.now();
    let connection = await findCredentials(deps, call);
    const { isIdempotent, key } = idempotencyOf(deps, call, connection.integration.provider);
    let attempts = 0;
    let waitedMs = 0;
    let isRenewed = false;
    for (;;) {
        const prepared = prepareRequest(deps, call, connection, key);
        describeOperation(call, connection);
        const { outcome, hasMoved } = await sendCall(deps, call, { connection, readAtMs }, prepared);
        const { proxy } = connection.integration.provider;
        const isRefused = !(outcome instanceof EgressError) && !hasMoved && isRefusedForCredentials(outcome, proxy);
        if (isRefused && !call.given) probeSoon(deps, connection, { isStated: outcome.status !== 401 });
        if (isRefused && meanUnauthorized.includes(outcome.status) && canSendAgain && !isRenewed && !call.given) {
            isRenewed = true;
            readAtMs = performance.now();
            const renewed = await refreshRefused(deps, call.target, connection).catch((error: unknown) => {
                discard(outcome.body);
                throw error;
            });
            if (renewed) {
                discard(outcome.body);
                connection = renewed;
                continue;
            }
        }
        attempts += 1;
        const isWanted =
            attempts <= call.retries &&
            canSendAgain &&
            isRetryable(outcome, call.retryOn, proxy?.retry) &&
            isSafeToRetry(outcome, { method: call.method, retryOn: call.retryOn, isIdempotent, hasMoved });
        const pauseMs = isWanted
            ? waitMs(outcome, { attempts, definition: proxy?.retry, now: deps.clock.now(), random: Math.random() })
            : Infinity;
        if (waitedMs + pauseMs > maxTotalWaitMs || !breakerFor(deps, connection, prepared.url).takeRetry()) {
            if (outcome instanceof EgressError) throw toProxyError(outcome);
            const response = { ...outcome, refused: isRefused && !call.given ? connection.row : undefined };
            return prepared.decompress && call.method !== 'HEAD' ? inflated(response) : response;
        }
        if (!(outcome instanceof EgressError)) discard(outcome.body);
        await elsewhere(sleep(pauseMs, undefined, { signal: call.signal }));
        waitedMs += pauseMs;
        readAtMs = performance.now();
        connection = await findCredentials(deps, call);
    }
}

/** The outcome of a call. */
interface Sent {
    /** The response, or why there is none. */
    outcome: (Omit<Forwarded, 'refused'> & { isRateLimited: boolean }) | EgressError;
    /**
     * A redirect has made another request of it: a GET, or one without the credentials. Its outcome
     * says little about the call itself.
     */
    hasMoved: boolean;
}

/**
 * Sends a prepared request and follows redirects, each subject to breaker and rate limit.
 * Credentials stay on their origin; the caller's headers may go to the provider's other hosts
 * where the definition or the caller allows it.
 * @throws {AppError} `provider_rate_limited`, `provider_unavailable`; `frozen` and the like, where
 * that has become of the connection while the call waited
 */
async function sendCall(
    deps: ForwardDeps,
    call: ProxyCall,
    { connection, readAtMs }: { connection: UsableConnection; readAtMs: number },
    prepared: PreparedRequest
): Promise<Sent> {
    const { method, body, bodyLength, signal } = call;
    const first: Hop = { url: prepared.url, method, headers: prepared.headers, body };
    let last = first;
    let isElsewhere = false;
    const { proxy } = connection.integration.provider;
    const limits = proxy?.rate_limits;
    const send = (hop: Hop) => {
        const askedAt = performance.now();
        last = hop;
        isElsewhere ||= hop !== first && new URL(hop.url).origin !== new URL(first.url).origin;
        const request = { ...hop, bodyLength: hop.body === undefined ? undefined : bodyLength, signal, purpose: call.operation };
        const stream = async (onSent?: () => void) => {
            if (!call.given && performance.now() - readAtMs > maxAgeMs)
                await asProxyErrors(requireStillUsable(deps, connection.row).catch(hop === first ? undefined : unlessUnavailable));
            const headers = isElsewhere ? hop.headers : { ...hop.headers, ...(await signatureOf(deps, connection, hop)) };
            const certificate = isElsewhere ? {} : clientCertificateOf(connection, call.operation);
            const response = await deps.egress.stream({
                ...request,
                ...certificate,
                headers,
                onSent,
                queuedMs: performance.now() - askedAt
            });
            return { ...response, isRateLimited: isRefusedByRateLimit(response, proxy) };
        };
        return breakerFor(deps, connection, hop.url).run(() =>
            // Calls to another origin do not count against these credentials.
            limits === undefined || isElsewhere ? stream() : withPermit(deps, { connection, limits, signal }, stream)
        );
    };
    const outcome = await followRedirects(first, send, { maxRedirects, keepsHeader: prepared.keepsHeader }).then(
        ({ response, hop }) => ({ ...response, url: hop.url }),
        (error: unknown) => {
            // A later attempt may get a response; any other error would be the same again.
            if (error instanceof EgressError) return error;
            if (error instanceof AppError) countRefused(deps, call, error);
            throw error;
        }
    );
    return { outcome, hasMoved: isElsewhere || last.method !== method };
}

/** Else an outage, in which little is sent, would look like silence. */
function countRefused({ trafficCounter }: Pick<Deps, 'trafficCounter'>, { operation }: ProxyCall, { code }: AppError): void {
    if (code === 'provider_unavailable') trafficCounter.countRefused(operation, { cause: 'provider', code });
    if (code === 'provider_rate_limited') trafficCounter.countRefused(operation, { cause: 'rate_limit', code });
}

/** For the log of its requests. Short secrets are those of no request's context. */
function describeOperation({ operation }: ProxyCall, { credentials, integration: { provider } }: UsableConnection): void {
    const secrets = partsOf(credentials).map(
        ({ type: _type, expires_at: _expiry, raw: _raw, authorization_server: _server, ...secret }) => secret
    );
    operation.provider = provider.id;
    operation.secrets = [operation.secrets, secrets];
    operation.secretNames = credentialNames(provider);
}

/** Of the calls that share their fate with one to this address. */
function breakerFor({ breakers }: Pick<Deps, 'breakers'>, { row, integration }: UsableConnection, url: string): Breaker {
    return breakers.of({
        environmentId: row.environment_id,
        integrationKey: integration.row.unique_key,
        host: hostOf(url),
        connectionId: row.connection_id
    });
}

/** The connection with valid credentials. @throws {AppError} with the proxy's codes */
function findCredentials(
    deps: CredentialsDeps & Pick<Deps, 'trafficCounter'>,
    { target, given, operation }: ProxyCall
): Promise<UsableConnection> {
    if (given) return Promise.resolve(given);
    const found = getCredentials(deps, target).catch((error: unknown) => {
        if (error instanceof CredentialsUnavailableError)
            deps.trafficCounter.countRefused(operation, {
                cause: error.kind === 'transient' ? 'provider' : 'credentials',
                code: 'credentials_unavailable'
            });
        throw error;
    });
    return asProxyErrors(found);
}

async function asProxyErrors<Result>(work: Promise<Result>): Promise<Result> {
    try {
        return await work;
    } catch (error) {
        if (error instanceof CredentialsUnavailableError) throw toProxyCredentialsError(error);
        if (error instanceof AppError && error.code === 'not_found')
            throw new AppError('unknown_connection', {
                message: 'Failed to get connection: this integration has no connection with this id.'
            });
        throw error;
    }
}

/** Newer credentials than those just refused; undefined when there are none. */
async function refreshRefused(
    deps: CredentialsDeps,
    target: ConnectionTarget,
    refused: UsableConnection
): Promise<UsableConnection | undefined> {
    const refusedGeneration = refused.row.generation;
    try {
        const renewed = await getCredentials(deps, target, { refusedGeneration });
        return renewed.row.generation === refusedGeneration ? undefined : renewed;
    } catch (error) {
        if (error instanceof CredentialsUnavailableError) return undefined;
        throw error;
    }
}

/** The response without its compression, if the encoding is known; else unchanged. */
function inflated(response: Forwarded): Forwarded {
    const { 'content-encoding': contentEncoding, 'content-length': _length, ...headers } = response.headers;
    if (typeof contentEncoding !== 'string') return response;
    const { host } = new URL(response.url);
    const body = inflate(response.body, { host, contentEncoding, maxBytes: maxInflatedBytes });
    return body ? { ...response, headers, body } : response;
}
