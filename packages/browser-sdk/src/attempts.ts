import type { AttemptView } from '@patchbay/contracts/browser';
import type { Connected } from '@patchbay/contracts/widget-message';
import { attemptError } from './attempt-error.ts';
import { ConnectError } from './connect-error.ts';

const callTimeoutMs = 20_000;
/**
 * Polls without a response of Patchbay, of either kind together. At four seconds each, 300 are well
 * beyond the 15 minutes of an attempt; a gateway may send 404 for a moment while the server behind
 * it is replaced.
 */
const maxMisses: Record<string, number> = { unreachable: 300, embed_misconfigured: 30 };

/**
 * Believed of what has an `attempt_id` or a `code` that is a text: the server checks its responses
 * against the contract, and checking each field once more would exceed the budget of the bundle.
 */
interface AttemptResponse {
    data?: AttemptView;
    error?: { code?: unknown; message?: string };
}

/** @param path below `/connect/attempts` */
export type CallAttempts = (method: string, path: string, body?: object) => Promise<AttemptView>;

/**
 * @throws {ConnectError} from the calls: the API's refusal; `embed_misconfigured`, where another
 * server responds; or `unreachable`, after which calling again may help
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
            const { ok, status } = response;
            // A success may have been cut off; an error that is not JSON is another server's.
            const json = (await response.json().catch((cause: unknown) => {
                if (ok) throw cause;
            })) as AttemptResponse | undefined;
            if (json?.data?.attempt_id) return json.data;
            const { code, message } = json?.error ?? {};
            // A gateway responds with 429 and 5xx while the server is busy or down.
            if (status < 500 && status !== 429)
                refusal =
                    typeof code === 'string'
                        ? new ConnectError(code, message)
                        : new ConnectError('embed_misconfigured', `${connectUrl} is not Patchbay: status ${status}.`);
        } catch {
            // No response, or a part of one.
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
    let misses = 0;
    for (let polls = 0; ; polls++) {
        if (view) {
            const { status, code, ref } = view;
            if (view.connection_id)
                return { connectionId: view.connection_id, integrationId: view.integration_id, isNew: view.is_new, attemptId };
            // It goes on by a link, without this page.
            if (code || status === 'pending_approval') throw attemptError(code ?? status, ref, view.provider_text);
            const isQuestion = status === 'needs_choice' || status === 'account_mismatch';
            if (isQuestion || signal?.aborted) {
                await call('POST', `/${attemptId}/cancel`).catch(() => {});
                throw isQuestion ? new ConnectError(status, 'Only the Connect UI can ask.', ref) : attemptError('cancelled', ref);
            }
            await Promise.race([aborted, new Promise((resolve) => setTimeout(resolve, pollDelayMs(polls)))]);
        }
        try {
            view = await call('GET', `/${attemptId}`);
        } catch (error) {
            // The calls throw nothing else.
            if (++misses > (maxMisses[(error as ConnectError).code] ?? 0)) throw error;
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
