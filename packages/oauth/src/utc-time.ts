/**
 * A date as Unix milliseconds: UTC unless it names a zone, never the local zone. NaN for no date.
 */
export function utcTime(text: string): number {
    const hasNoZone = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?$/.test(text);
    return Date.parse(hasNoZone ? `${text.replace(' ', 'T')}Z` : text);
}
