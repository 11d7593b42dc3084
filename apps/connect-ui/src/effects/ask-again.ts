import { abortWith } from '@patchbay/api-client';

/** How long an answer is waited for before the same is asked once more. */
const againMs = 2000;
/** Browsers keep six connections to a server, and others are asking too. */
const mostAtOnce = 4;

/**
 * Asks, and asks again while there is no answer, without giving up on what was asked before: a
 * connection that died without a word does not hold up the news, and a slow network gets the time
 * that it needs.
 * @param ask does the same however often it is called
 * @returns the first answer, or the first failure
 */
export async function askAgain<T>(ask: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
    const answered = abortWith(signal);
    let timer: ReturnType<typeof setInterval> | undefined;
    try {
        return await new Promise<T>((resolve, reject) => {
            let asked = 0;
            const once = () => {
                asked += 1;
                if (asked === mostAtOnce) clearInterval(timer);
                ask(answered.signal).then(resolve, reject);
            };
            timer = setInterval(once, againMs);
            once();
        });
    } finally {
        clearInterval(timer);
        answered.abort();
    }
}
