import { parseRetryAfter } from '@patchbay/functions';
import { utcTime } from '@patchbay/oauth';
import type { RetryDefinition } from '@patchbay/providers';

type Headers = Readonly<Record<string, string | string[]>>;

/**
 * The longest wait that `Retry-After` or the headers of the provider's definition state.
 * @returns milliseconds; undefined when none is stated
 */
export function retryAfterMs(headers: Headers, definition: RetryDefinition | undefined, now: Date): number | undefined {
    const after = ['retry-after', ...named(definition?.after)].map((name) => durationMs(textOf(headers, name), now));
    const at = named(definition?.at).map((name) => momentMs(textOf(headers, name), now));
    const known = [...after, ...at].filter((ms) => ms !== undefined);
    return known.length === 0 ? undefined : Math.max(0, ...known);
}

function named(names: string | readonly string[] = []): readonly string[] {
    return typeof names === 'string' ? [names] : names;
}

/** Longer than any date. */
const maxCharacters = 64;

function textOf(headers: Headers, name: string): string {
    const text = String(headers[name.toLowerCase()] ?? '').trim();
    return text.length > maxCharacters ? '' : text;
}

const unitsMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** As `Retry-After` states it, a duration such as `6m0s`, or another date. */
function durationMs(text: string, now: Date): number | undefined {
    const seconds = parseRetryAfter(text, now);
    if (seconds !== undefined) return seconds * 1000;
    if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1000;
    if (!/^(?:\d{1,9}(?:\.\d{1,9})?(?:ms|[smhd]))+$/.test(text)) return untilDate(text, now);
    const parts = text.matchAll(/([\d.]{1,19})(ms|[smhd])/g);
    return [...parts].reduce((sum, [, amount, unit = '']) => sum + Number(amount) * (unitsMs[unit] ?? 0), 0);
}

/** Seconds or milliseconds since 1970, or a date. */
function momentMs(text: string, now: Date): number | undefined {
    if (!/^\d+(?:\.\d+)?$/.test(text)) return untilDate(text, now);
    // 1e11 ms are 1973, and 1e11 s the year 5138.
    const moment = Number(text) < 1e11 ? Number(text) * 1000 : Number(text);
    return moment - now.getTime();
}

function untilDate(text: string, now: Date): number | undefined {
    // `Date.parse` reads more than dates: -5 is May 2001 to it.
    const moment = /^(?:[A-Z][a-z]|\d{4}-)/.test(text) ? utcTime(text) : Number.NaN;
    return Number.isNaN(moment) ? undefined : moment - now.getTime();
}
