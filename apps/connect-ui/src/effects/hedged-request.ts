import { linkedAbortController } from '@patchbay/api-client';

/** Time without a response before the request is sent once more. */
const hedgeDelayMs = 2000;
/** Browsers open six connections to a server, and other requests need some. */
const maxRequests = 4;

/**
 * Sends a request again while there is no response, without cancelling those before: a dead
 * connection delays nothing, and a slow network has the time that it needs.
 * @param send idempotent
 * @returns the first response, or the first failure
 */
export async function hedgedRequest<T>(send: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
    const settled = linkedAbortController(signal);
    let timer: ReturnType<typeof setInterval> | undefined;
    try {
        return await new Promise<T>((resolve, reject) => {
            let sent = 0;
            const once = () => {
                sent += 1;
                if (sent === maxRequests) clearInterval(timer);
                send(settled.signal).then(resolve, reject);
            };
            timer = setInterval(once, hedgeDelayMs);
            once();
        });
    } finally {
        clearInterval(timer);
        settled.abort();
    }
}
