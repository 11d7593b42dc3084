/** What comes of `work`; `instead` when that takes longer. Then the work goes on, and its failure is nobody's. */
export async function within<T, U>(ms: number, work: Promise<T>, instead: U): Promise<T | U> {
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<U>((resolve) => (timer = setTimeout(resolve, ms, instead)));
    return Promise.race([work, patience]).finally(() => clearTimeout(timer));
}
