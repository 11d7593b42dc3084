const HAS_TIME = /T\d/;
const HAS_OFFSET = /(?:Z|[+-]\d\d:?\d\d)$/i;
/** As models have it already: most vendors send it so, and a candidate has a dozen times. */
const IS_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/**
 * A vendor's time in UTC, as models have it. What is no time stays, and the model refuses it.
 * @param value ISO 8601, in UTC where it names no offset
 */
export function toUtc(value: string): string;
export function toUtc(value: string | null | undefined): string | null;
export function toUtc(value: string | null | undefined): string | null {
    if (value === null || value === undefined || value === '') return null;
    if (IS_UTC.test(value)) return value;
    const time = new Date(HAS_TIME.test(value) && !HAS_OFFSET.test(value) ? `${value}Z` : value);
    return Number.isNaN(time.getTime()) ? value : time.toISOString();
}

/** @param seconds since 1970 */
export function fromUnixTime(seconds: number): string;
export function fromUnixTime(seconds: number | null | undefined): string | null;
export function fromUnixTime(seconds: number | null | undefined): string | null {
    return seconds === null || seconds === undefined ? null : new Date(seconds * 1000).toISOString();
}
