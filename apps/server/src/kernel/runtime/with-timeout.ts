/** The result of `work`, or `fallback` after `ms`. The work then continues; errors are ignored. */
export async function withTimeout<T, U>(ms: number, work: Promise<T>, fallback: U): Promise<T | U> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<U>((resolve) => (timer = setTimeout(resolve, ms, fallback)));
    return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
