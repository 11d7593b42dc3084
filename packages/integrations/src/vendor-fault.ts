import { ActionError, HostError, type HostResponse, HttpError, parseRetryAfter, ValidationError } from '@patchbay/functions';

/** What a vendor's refusal means, whichever vendor it is. */
export type FaultType =
    | 'invalid'
    | 'not_found'
    | 'conflict'
    | 'duplicate'
    | 'business_rule'
    | 'credentials'
    | 'wrong_account'
    | 'no_subscription'
    | 'rate_limited'
    | 'unavailable'
    | 'unknown';

/** The status with which the unified API responds. */
const STATUSES: Readonly<Record<FaultType, number>> = {
    invalid: 400,
    not_found: 404,
    conflict: 409,
    duplicate: 409,
    business_rule: 422,
    credentials: 424,
    wrong_account: 424,
    no_subscription: 424,
    rate_limited: 429,
    unavailable: 502,
    unknown: 424
};

export interface VendorFault {
    type: FaultType;
    errors: readonly VendorFaultDetail[];
    /** As it was sent: parsed JSON, or text; null where the vendor was not asked. */
    vendor: { status: number; body: unknown } | null;
    /** With a conflict: what the vendor has now. */
    current?: CurrentVersion;
}

export interface CurrentVersion {
    sync_token: unknown;
    record: unknown;
}

interface VendorFaultDetail {
    /** The vendor's name of the field, where it names one. */
    field: string | null;
    code: string | null;
    /** A sentence. */
    message: string;
}

/** Of what a vendor says in its own words, which can have any length. */
export const MOST_ERRORS = 50;
const MOST_CHARACTERS = 1000;
const shortened = (text: string) => (text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1).toWellFormed()}…` : text);
const shortenedOrNull = (text: string | null) => text && shortened(text);

/**
 * The error of an action that the vendor refused, in the one shape of all vendors.
 * @param response says when to come again, where the vendor does
 */
export function faultError(fault: VendorFault, response?: Pick<HostResponse, 'headers'>): ActionError {
    const errors = fault.errors.slice(0, MOST_ERRORS).map(({ field, code, message }) => ({
        field: shortenedOrNull(field),
        code: shortenedOrNull(code),
        message: shortened(message)
    }));
    const message = errors[0]?.message ?? `The vendor responded with status ${fault.vendor?.status}.`;
    return new ActionError({ code: 'vendor_fault', message, status: STATUSES[fault.type], ...fault, errors, ...retryAfterOf(response) });
}

/** The error of an update of an older version, where it is found out before the vendor is asked. */
export function newerVersionError(vendor: string, current: CurrentVersion): ActionError {
    const message = `It has changed at ${vendor} since it was read.`;
    return faultError({ type: 'conflict', errors: [{ field: null, code: null, message }], vendor: null, current });
}

function retryAfterOf(response: Pick<HostResponse, 'headers'> | undefined): { retry_after: number } | undefined {
    const seconds = parseRetryAfter(response?.headers['retry-after'], new Date());
    return seconds === undefined ? undefined : { retry_after: seconds };
}

/**
 * Whether a vendor may have done it: a gateway gives up on what goes on behind it, and a response
 * that cannot be read refuses nothing.
 */
export function isUncertain(error: unknown): boolean {
    if (error instanceof HttpError) return error.response.status >= 500;
    if (error instanceof ValidationError) return error.validated === 'response';
    return error instanceof HostError && error.code === 'outcome_unknown';
}

/** @throws {HostError} `outcome_unknown` where the vendor may have done it without saying so */
export async function orUnknownOutcome<Value>(work: () => Promise<Value>, howToFindOut: string): Promise<Value> {
    try {
        return await work();
    } catch (error) {
        throw isUncertain(error) ? new HostError('outcome_unknown', howToFindOut) : error;
    }
}
