const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const shortestIntervalMs = 30 * second;
const longestIntervalMs = 31 * day;

const units: Readonly<Record<string, number>> = { s: second, m: minute, h: hour, d: day, w: 7 * day, month: 30 * day };
const aliases: readonly (readonly [unit: string, names: readonly string[]])[] = [
    ['s', ['s', 'sec', 'secs', 'second', 'seconds']],
    ['m', ['m', 'min', 'mins', 'minute', 'minutes']],
    ['h', ['h', 'hr', 'hrs', 'hour', 'hours']],
    ['d', ['d', 'day', 'days']],
    ['w', ['w', 'week', 'weeks']],
    ['month', ['mo', 'month', 'months']]
];
const shares: Readonly<Record<string, number>> = { half: 1 / 2, quarter: 1 / 4 };

/**
 * How long lies between two runs.
 * @param frequency `every 5 minutes`, `every hour`, `every half day`, `30s`
 * @returns milliseconds; undefined for what is no frequency
 */
export function intervalOf(frequency: string): number | undefined {
    const match = /^(?:every )?(?:(\d{1,6}) ?|(half|quarter) )?([a-z]{1,7})$/.exec(normalizeFrequency(frequency));
    if (!match) return undefined;
    const [, count, share, name = ''] = match;
    const unit = units[aliases.find(([, names]) => names.includes(name))?.[0] ?? ''];
    return unit === undefined ? undefined : unit * (count === undefined ? (shares[share ?? ''] ?? 1) : Number(count));
}

/** In lower case, with single spaces. */
export const normalizeFrequency = (frequency: string): string => frequency.trim().toLowerCase().replaceAll(/\s+/g, ' ');

/** What is wrong with a frequency, if anything: runs are 30 s to 31 days apart. */
export function problemOfFrequency(frequency: string): 'not_a_frequency' | 'too_short' | 'too_long' | undefined {
    const interval = intervalOf(frequency);
    if (interval === undefined) return 'not_a_frequency';
    if (interval < shortestIntervalMs) return 'too_short';
    return interval > longestIntervalMs ? 'too_long' : undefined;
}
