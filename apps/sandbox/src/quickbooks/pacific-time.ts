const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The first instant of winter time in a year: the first Sunday of November, 2 am. */
export function endOfSummerTime(year: number): number {
    return sundayOf(year, 10, 1) + 9 * HOUR_MS;
}

function startOfSummerTime(year: number): number {
    return sundayOf(year, 2, 8) + 10 * HOUR_MS;
}

/** The first Sunday of a month from a day on, at midnight UTC. */
function sundayOf(year: number, month: number, day: number): number {
    const first = Date.UTC(year, month, day);
    return first + ((7 - new Date(first).getUTCDay()) % 7) * DAY_MS;
}

/** An instant as the vendor writes it: whole seconds, with the offset of California. */
export function pacificTime(ms: number): string {
    const year = new Date(ms).getUTCFullYear();
    const isSummer = ms >= startOfSummerTime(year) && ms < endOfSummerTime(year);
    const local = new Date(ms + (isSummer ? -7 : -8) * HOUR_MS).toISOString();
    return `${local.slice(0, 19)}${isSummer ? '-07:00' : '-08:00'}`;
}

/** The calendar day of an instant, UTC. */
export function dayOf(ms: number): string {
    return new Date(ms).toISOString().slice(0, 10);
}
