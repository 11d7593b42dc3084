import type { AttemptView } from '@patchbay/contracts/browser';
import type { Connected } from '@patchbay/contracts/widget-message';
import { attemptError } from './attempt-error.ts';
import { ConnectError } from './connect-error.ts';

const callTimeoutMs = 20_000;
/** At four seconds each well beyond the 15 minutes that the server gives an attempt. */
const maxPolls = 300;

/** @param path below `/connect/attempts` */
export type CallAttempts = (method: string, path: string, body?: object) => Promise<AttemptView>;

/**
 * @throws {ConnectError} from the calls: the API's refusal, or `unreachable`, after which calling
 * again may help
 */
export function attemptsOf(connectUrl: string, token: string): CallAttempts {
    return async (method, path, body) => {
        let refusal: ConnectError | undefined;
        const limit = new AbortController();
        const request: RequestInit = {
            method,
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
            body: JSON.stringify(body),
            signal: limit.signal
        };
        // AbortSignal.timeout is newer than the browsers that are supported. Aborting what has been
        // answered does nothing.
        setTimeout(() => limit.abort(), callTimeoutMs);
        try {
            const response = await fetch(`${connectUrl}/connect/attempts${path}`, request);
            const { data, error } = await response.json();
            // Without either of these the JSON is another server's.
            if (data?.attempt_id) return data;
            if (error.code && response.status < 500 && response.status !== 429) refusal = new ConnectError(error.code, error.message);
        } catch {
            // Not a response of Patchbay.
        }
        throw refusal ?? new ConnectError('unreachable', `No response from ${connectUrl}: check connect-src.`);
    };
}

/**
 * Looks until the attempt has ended. The server is the truth: a window that seems closed may be
 * open, and the other way round.
 * @param first from the response that made the attempt
 */
export async function pollAttempt(
    call: CallAttempts,
    attemptId: string,
    signal: AbortSignal | undefined,
    first?: AttemptView
): Promise<Connected> {
    const aborted = new Promise((resolve) => signal?.addEventListener('abort', resolve));
    let view = first;
    for (let polls = 0; ; polls++) {
        if (view) {
            const { status, code, ref } = view;
            if (view.connection_id)
                return { connectionId: view.connection_id, integrationId: view.integration_id, isNew: view.is_new, attemptId };
            if (code) throw attemptError(code, ref, view.provider_text);
            const isQuestion = status === 'needs_choice' || status === 'account_mismatch';
            if (isQuestion || signal?.aborted) {
                await call('POST', `/${attemptId}/cancel`).catch(() => {});
                throw isQuestion
                    ? new ConnectError(status, 'Only the Connect UI can ask which account is meant.', ref)
                    : attemptError('cancelled', ref);
            }
            await Promise.race([aborted, new Promise((resolve) => setTimeout(resolve, pollDelayMs(polls)))]);
        }
        try {
            view = await call('GET', `/${attemptId}`);
        } catch (error) {
            if (!(error instanceof ConnectError && error.code === 'unreachable') || polls > maxPolls) throw error;
        }
    }
}

/**
 * Every second for ten seconds, then every two for twenty more, then every four: as the Connect UI
 * does.
 */
function pollDelayMs(polls: number): number {
    if (polls < 10) return 1000;
    return polls < 20 ? 2000 : 4000;
}
