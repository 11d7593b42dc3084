const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

/** So much of one hour or day, in UTC. */
export interface Count {
    from: Date;
    until: Date;
    total: number;
    failed: number;
    /** There is more of it than was read. */
    isPartial: boolean;
}

/** The hour that a time is in; of the days before yesterday the day. */
export function spanOf(at: Date, now: Date): { from: Date; until: Date } {
    const yesterday = Math.floor(now.getTime() / dayMs) * dayMs - dayMs;
    const ms = at.getTime() >= yesterday ? hourMs : dayMs;
    const from = Math.floor(at.getTime() / ms) * ms;
    return { from: new Date(from), until: new Date(from + ms) };
}

/**
 * Counts what happened by the hour, and what is older by the day.
 * @param newest newest first
 * @param isCut whether there are older ones that were not read
 * @returns `end`: nothing older than that can be told yet; undefined: all was read
 */
export function countByTime(
    newest: readonly { at: Date; isFailed: boolean }[],
    now: Date,
    isCut: boolean
): { counts: Count[]; end: Date | undefined } {
    const counts: Count[] = [];
    for (const { at, isFailed } of newest) {
        const span = spanOf(at, now);
        let count = counts.at(-1);
        if (count?.from.getTime() !== span.from.getTime()) {
            count = { ...span, total: 0, failed: 0, isPartial: false };
            counts.push(count);
        }
        count.total += 1;
        if (isFailed) count.failed += 1;
    }
    const oldest = newest.at(-1);
    if (!isCut || !oldest) return { counts, end: undefined };
    const last = spanOf(oldest.at, now);
    const isSpanOfAll = newest[0] !== undefined && newest[0].at < last.until;
    // A span that alone is more than is read is told as it is, so that there is a next page.
    if (isSpanOfAll) return { counts: counts.map((count) => ({ ...count, isPartial: true })), end: last.from };
    return { counts: counts.filter(({ from }) => from >= last.until), end: last.until };
}
