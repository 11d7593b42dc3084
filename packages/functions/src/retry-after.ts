/** IMF-fixdate, and the obsolete forms of RFC 850 and of asctime, which alone names no zone. */
const httpDate = /^[A-Z][a-z]{2,8},? [\w: -]{15,30}$/;

/**
 * The wait that the value of a `Retry-After` header states, as seconds or as a date.
 * @returns seconds, 0 for a date in the past; undefined where it states none
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
export function parseRetryAfter(value: string | undefined, now: Date): number | undefined {
    const text = value?.trim() ?? '';
    if (/^\d{1,9}$/.test(text)) return Number(text);
    if (!httpDate.test(text)) return undefined;
    const moment = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
    return Number.isNaN(moment) ? undefined : Math.max(0, Math.ceil((moment - now.getTime()) / 1000));
}
