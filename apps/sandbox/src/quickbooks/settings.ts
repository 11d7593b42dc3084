import { checkFields, isInteger } from '../check-fields.ts';
import type { Check } from '../check-fields.ts';

/** How the emulator behaves where the vendor is not the same each time, or not documented. */
export interface Settings {
    throttle: boolean;
    /** The limit beside 500 a minute: 10 a second, or 10 at once. */
    throttle_mode: 'per_second' | 'concurrent';
    /** Whether a 429 has `Retry-After`. */
    retry_after: boolean;
    /** Reads a calendar month, over all companies; null: no limit. */
    monthly_read_cap: number | null;
    /** So long a query does not find what was created. */
    query_lag_s: number;
    /** A query returns one row more than `MAXRESULTS`. */
    extra_row: boolean;
    /** Whether 1,000 objects are the limit of a change response, or of each entity in it. */
    cdc_limit_per: 'response' | 'entity';
    cdc_keeps: 'newest' | 'oldest';
    /** What happens to the payment when its invoice or bill is deleted. */
    linked_delete: 'unlink' | 'refuse';
    /** The last day of the closed period, `YYYY-MM-DD`. */
    closed_until: string | null;
    access_token_chars: number;
    /** So long a refresh token still works after it was replaced. */
    refresh_overlap_s: number;
    /** Each refresh replaces the refresh token; else only after 24 hours. */
    rotate_every_time: boolean;
    /** Whether `invalid_grant` has an `error_description`. */
    describe_errors: boolean;
    /** The callback's company: that of the sign-in, none, or another one than the token's. */
    callback_realm: 'right' | 'missing' | 'other';
}

export const INITIAL_SETTINGS: Readonly<Settings> = {
    throttle: true,
    throttle_mode: 'per_second',
    retry_after: false,
    monthly_read_cap: null,
    query_lag_s: 0,
    extra_row: false,
    cdc_limit_per: 'response',
    cdc_keeps: 'newest',
    linked_delete: 'unlink',
    closed_until: null,
    access_token_chars: 1000,
    refresh_overlap_s: 0,
    rotate_every_time: false,
    describe_errors: false,
    callback_realm: 'right'
};

const isBoolean: Check = (value) => typeof value === 'boolean';
const isSeconds = isInteger(0);

const CHECKS: Readonly<Record<keyof Settings, Check>> = {
    throttle: isBoolean,
    throttle_mode: oneOf('per_second', 'concurrent'),
    retry_after: isBoolean,
    monthly_read_cap: (value) => value === null || isInteger(0)(value),
    query_lag_s: isSeconds,
    extra_row: isBoolean,
    cdc_limit_per: oneOf('response', 'entity'),
    cdc_keeps: oneOf('newest', 'oldest'),
    linked_delete: oneOf('unlink', 'refuse'),
    closed_until: (value) => value === null || (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)),
    access_token_chars: isInteger(64, 16_384),
    refresh_overlap_s: isSeconds,
    rotate_every_time: isBoolean,
    describe_errors: isBoolean,
    callback_realm: oneOf('right', 'missing', 'other')
};

/** @throws {InvalidInput} */
export function changeSettings(settings: Settings, changes: unknown): Settings {
    checkFields('The settings', changes, CHECKS);
    return Object.assign(settings, changes);
}

function oneOf(...values: string[]): Check {
    return (value) => values.some((known) => known === value);
}
