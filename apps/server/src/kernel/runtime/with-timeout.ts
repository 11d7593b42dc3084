/** The result of `work`, or `fallback` after `ms`. The work then continues, and its rejection is ignored. */
export async function withTimeout<T, U>(ms: number, work: Promise<T>, fallback: U): Promise<T | U> {
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<U>((resolve) => (timer = setTimeout(resolve, ms, fallback)));
    return Promise.race([work, patience]).finally(() => clearTimeout(timer));
}
