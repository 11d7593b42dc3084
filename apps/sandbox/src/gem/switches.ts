import { checkFields, isInteger } from '../check-fields.ts';
import type { Check } from '../check-fields.ts';

/** Where the facts leave open how Gem behaves, or where it could change: both ways. */
export interface Switches {
    /** The response to a missing or wrong application secret. */
    secret_refusal: 401 | 403;
    /** Seconds to name on a 429; the gateway names none. */
    retry_after: number | null;
    requests_per_second: number;
    burst: number;
    /** Requests per key and UTC day. */
    daily_quota: number | null;
    crm_per_page: 'ignored' | 'refused';
    /** Whether the ATS lists carry `X-Pagination` too. */
    ats_pagination_header: boolean;
    updated_after: 'inclusive' | 'exclusive';
    slashless_post: 'answered' | 'redirected';
    created_status: 200 | 201;
    not_json: 415 | 422;
    unknown_user: 400 | 404;
    /** Whether changing an application's source counts as activity. */
    patch_is_activity: boolean;
    /** Whether the two surfaces give the same user different ids. */
    separate_user_ids: boolean;
    /** Whether the ATS lists people that the CRM created. */
    prospects_in_ats: boolean;
    /** A defect of the server: each page is the first one. */
    page_repeats: boolean;
}

export const INITIAL_SWITCHES: Readonly<Switches> = {
    secret_refusal: 401,
    retry_after: null,
    requests_per_second: 20,
    burst: 20,
    daily_quota: null,
    crm_per_page: 'ignored',
    ats_pagination_header: false,
    updated_after: 'inclusive',
    slashless_post: 'answered',
    created_status: 201,
    not_json: 422,
    unknown_user: 404,
    patch_is_activity: false,
    separate_user_ids: false,
    prospects_in_ats: true,
    page_repeats: false
};

const isFlag: Check = (value) => typeof value === 'boolean';
const oneOf =
    (...values: unknown[]): Check =>
    (value) =>
        values.includes(value);
const orNull =
    (check: Check): Check =>
    (value) =>
        value === null || check(value);

const CHECKS: Readonly<Record<keyof Switches, Check>> = {
    secret_refusal: oneOf(401, 403),
    retry_after: orNull(isInteger(0)),
    requests_per_second: isInteger(1),
    burst: isInteger(1),
    daily_quota: orNull(isInteger(0)),
    crm_per_page: oneOf('ignored', 'refused'),
    ats_pagination_header: isFlag,
    updated_after: oneOf('inclusive', 'exclusive'),
    slashless_post: oneOf('answered', 'redirected'),
    created_status: oneOf(200, 201),
    not_json: oneOf(415, 422),
    unknown_user: oneOf(400, 404),
    patch_is_activity: isFlag,
    separate_user_ids: isFlag,
    prospects_in_ats: isFlag,
    page_repeats: isFlag
};

/** Changes the named switches. @throws {InvalidInput} */
export function changeSwitches(switches: Switches, input: unknown): void {
    checkFields('The switches', input, CHECKS);
    Object.assign(switches, input);
}
