const units: readonly [unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
    ['year', 365 * 86_400_000],
    ['month', 30 * 86_400_000],
    ['week', 7 * 86_400_000],
    ['day', 86_400_000],
    ['hour', 3_600_000],
    ['minute', 60_000]
];

/** Such as "3 days ago", in the largest unit that fits. With a clock that is behind, it is now. */
export function timeAgo(then: Date, locale: string, now = Date.now()): string {
    const passedMs = Math.max(now - then.getTime(), 0);
    const [unit, ms] = units.find(([, each]) => passedMs >= each) ?? ['second' as const, Infinity];
    return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-Math.floor(passedMs / ms), unit);
}
