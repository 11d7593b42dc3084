import { checkFields, isInteger } from '../check-fields.ts';
import type { Check } from '../check-fields.ts';

/** Where the vendor's documents are silent, or limits that a test wants to reach: both ways. */
export interface Switches {
    /** The status of refusals, which the reference lists among the responses with 200. */
    refusal_status: 200 | 400;
    not_json_status: 200 | 400 | 415;
    /** Per key: https://docs.ashbyhq.com/how-do-i-generate-an-api-key */
    requests_per_minute: number;
    /** Seconds to name on a 429. */
    retry_after: number | null;
    /** What becomes of a `limit` above 100. */
    over_limit: 'capped' | 'refused';
    cursor_minutes: number;
    sync_token_minutes: number;
    /** The most pages of a list of changes. */
    incremental_pages: number;
    /** A defect of the server: each page names itself as the next one. */
    page_repeats: boolean;
}

export const INITIAL_SWITCHES: Readonly<Switches> = {
    refusal_status: 200,
    not_json_status: 415,
    requests_per_minute: 1_000,
    retry_after: null,
    over_limit: 'capped',
    cursor_minutes: 60,
    sync_token_minutes: 30 * 24 * 60,
    incremental_pages: 1_000,
    page_repeats: false
};

const oneOf =
    (...values: unknown[]): Check =>
    (value) =>
        values.includes(value);

const CHECKS: Readonly<Record<keyof Switches, Check>> = {
    refusal_status: oneOf(200, 400),
    not_json_status: oneOf(200, 400, 415),
    requests_per_minute: isInteger(1),
    retry_after: (value) => value === null || isInteger(0)(value),
    over_limit: oneOf('capped', 'refused'),
    cursor_minutes: isInteger(1),
    sync_token_minutes: isInteger(1),
    incremental_pages: isInteger(1),
    page_repeats: oneOf(true, false)
};

/** Changes the named switches. @throws {InvalidInput} */
export function changeSwitches(switches: Switches, input: unknown): void {
    checkFields('The switches', input, CHECKS);
    Object.assign(switches, input);
}
