import { errorCatalog } from '@patchbay/contracts';
import type { RunError } from '@patchbay/functions';

/** A server whose lease has ended is gone: another one takes over. */
export const leaseMs = 30_000;
const renewEveryMs = 10_000;

/** Of a run that its customer has ended. */
export const cancelledError: RunError = {
    type: 'host_error',
    code: 'script_aborted',
    message: errorCatalog.script_aborted.message,
    payload: null
};

/**
 * Renews a lease while work goes on.
 * @param renew returns false where the lease is another's by now
 * @param lost called once then
 */
export async function withLease<Result>(renew: () => Promise<boolean>, lost: () => void, work: () => Promise<Result>): Promise<Result> {
    let renewing: Promise<void> | undefined;
    const timer = setInterval(() => {
        // Where the database does not respond, the lease may end: each write is checked for it.
        renewing ??= renew()
            .then(
                (isMine) => {
                    if (!isMine) lost();
                },
                () => {}
            )
            .finally(() => (renewing = undefined));
    }, renewEveryMs);
    timer.unref();
    try {
        return await work();
    } finally {
        clearInterval(timer);
        await renewing;
    }
}
