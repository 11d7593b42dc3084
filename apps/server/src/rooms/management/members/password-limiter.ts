import { AppError } from '@patchbay/contracts';

/** Runs what is given, one at a time; a long queue is refused. */
export type PasswordLimiter = <Result>(work: () => Promise<Result>) => Promise<Result>;

const longestQueue = 50;

export function createPasswordLimiter(): PasswordLimiter {
    let last: Promise<unknown> = Promise.resolve();
    let waiting = 0;
    return async (work) => {
        if (waiting >= longestQueue)
            throw new AppError('too_many_request', { message: 'Too many sign-ins at once. Try again in a minute.' });
        waiting += 1;
        const turn = last.then(work).finally(() => (waiting -= 1));
        last = turn.catch(() => {});
        return turn;
    };
}
