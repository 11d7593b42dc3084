import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { discard, EgressError, inflate } from '../../../kernel/egress/egress.ts';
import { idempotencyOf, prepareRequest } from './prepare-request.ts';
import type { Forwarded, ProxyCall } from './proxy-call.ts';
import { toProxyError } from './proxy-error.ts';
import { isRetryable, isSafeToRetry, waitMs } from './retry.ts';
import { breakerFor, sendCall } from './send-call.ts';
import type { UsableConnection } from '../../connections/connection-store/open-connection.ts';
import type { ConnectionTarget } from '../../connections/connection-store/usable-connection.sql.ts';
import { getCredentials } from '../../connections/credentials/get-credentials.ts';
import { CredentialsUnavailableError, toProxyCredentialsError } from '../../connections/credentials/refresh-failure.ts';

/** For all attempts together. */
const maxTotalWaitMs = 60_000;
const maxInflatedBytes = 1024 ** 3;

/**
 * Sends a call with the connection's credentials: retried where the caller wants it and it is
 * safe, and once more with refreshed credentials after a 401. Any status is a response.
 * @throws {AppError} where there is no response; or `signal`'s reason
 */
export async function forward(deps: Deps, call: ProxyCall): Promise<Forwarded> {
    const canSendAgain = !(call.body instanceof Readable);
    let connection = await findCredentials(deps, call.target);
    const { isIdempotent, key } = idempotencyOf(deps, call, connection.integration.provider);
    let attempts = 0;
    let waitedMs = 0;
    let isRenewed = false;
    for (;;) {
        const prepared = prepareRequest(deps, call, connection, key);
        const { outcome, hasMoved } = await sendCall(deps, call, connection, prepared);
        if (!(outcome instanceof EgressError) && outcome.status === 401 && !hasMoved && canSendAgain && !isRenewed) {
            isRenewed = true;
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
        const { retry: definition } = connection.integration.provider.proxy ?? {};
        const isWanted =
            attempts <= call.retries &&
            canSendAgain &&
            isRetryable(outcome, call.retryOn, definition) &&
            isSafeToRetry(outcome, { method: call.method, retryOn: call.retryOn, isIdempotent, hasMoved });
        const pauseMs = isWanted ? waitMs(outcome, { attempts, definition, now: deps.clock.now(), random: Math.random() }) : Infinity;
        if (waitedMs + pauseMs > maxTotalWaitMs || !breakerFor(deps, connection, prepared.url).takeRetry()) {
            if (outcome instanceof EgressError) throw toProxyError(outcome);
            return prepared.decompress && call.method !== 'HEAD' ? inflated(outcome) : outcome;
        }
        if (!(outcome instanceof EgressError)) discard(outcome.body);
        await sleep(pauseMs, undefined, { signal: call.signal });
        waitedMs += pauseMs;
        connection = await findCredentials(deps, call.target);
    }
}

/** The connection with valid credentials. @throws {AppError} with the proxy's codes */
async function findCredentials(deps: Deps, target: ConnectionTarget): Promise<UsableConnection> {
    try {
        return await getCredentials(deps, target);
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
async function refreshRefused(deps: Deps, target: ConnectionTarget, refused: UsableConnection): Promise<UsableConnection | undefined> {
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
