import { HttpError } from '@patchbay/functions';
import { z } from 'zod';
import { type FaultType, faultError, orUnknownOutcome, type VendorFault } from '../vendor-fault.ts';

/** Gem's gateway names the kind of its refusals here; the API behind it does not. */
const GATEWAY_HEADER = 'x-amzn-errortype';

/** By place (`json`, `query` …), then by field; both can be missing. */
const refusal = z.looseObject({
    message: z.string().nullish().catch(null),
    errors: z
        .record(z.string(), z.record(z.string(), z.array(z.string())))
        .nullish()
        .catch(null)
});

/** @throws {ActionError} for each refusal, in the one shape of all vendors */
export async function reportFaults<Value>(work: () => Promise<Value>): Promise<Value> {
    try {
        return await work();
    } catch (error) {
        throw error instanceof HttpError ? faultError(faultOf(error), error.response) : error;
    }
}

/**
 * As {@link reportFaults}, for a request that Gem may have followed when it does not say so.
 * @throws {HostError} `outcome_unknown`
 */
export const reportWriteFaults = <Value>(work: () => Promise<Value>, howToFindOut: string): Promise<Value> =>
    reportFaults(() => orUnknownOutcome(work, howToFindOut));

function faultOf({ response: { status, headers, body } }: HttpError): VendorFault {
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
    const json = parsed(text);
    const { message, errors } = refusal.safeParse(json).data ?? {};
    const isDuplicate = text.includes('duplicate_candidate');
    const code = isDuplicate ? 'duplicate_candidate' : (headers[GATEWAY_HEADER] ?? null);
    const fields = Object.values(errors ?? {}).flatMap((place) =>
        Object.entries(place).flatMap(([field, reasons]) => reasons.map((reason) => ({ field, code, message: reason })))
    );
    const whole = { field: null, code, message: message ?? `Gem responded with status ${status}.` };
    return {
        type: isDuplicate ? 'duplicate' : typeOf(status, message ?? null, headers),
        errors: fields.length > 0 ? fields : [whole],
        vendor: { status, body: json ?? text }
    };
}

function typeOf(status: number, message: string | null, headers: Readonly<Record<string, string>>): FaultType {
    // The gateway refuses unknown keys with 403; the API behind it refuses the application secret.
    if (status === 401 || (status === 403 && message === 'Forbidden' && GATEWAY_HEADER in headers)) return 'credentials';
    if (status === 404) return 'not_found';
    if (status === 429) return 'rate_limited';
    if (status >= 500) return 'unavailable';
    return [400, 413, 415, 422].includes(status) ? 'invalid' : 'unknown';
}

function parsed(text: string): unknown {
    try {
        return JSON.parse(text);
    } catch {
        return null;
    }
}
