/** Milliseconds since 1970 of a date as text, in UTC unless it names a zone: never in the zone of this machine. NaN for what is no date. */
export function utcTime(text: string): number {
    const hasNoZone = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?$/.test(text);
    return Date.parse(hasNoZone ? `${text.replace(' ', 'T')}Z` : text);
}
