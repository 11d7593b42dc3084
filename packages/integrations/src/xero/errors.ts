import { HttpError } from '@patchbay/functions';
import { z } from 'zod';
import { faultError, type FaultType } from '../vendor-fault.ts';

const problems = z.array(z.object({ Message: z.string() })).nullish();
/** @see https://developer.xero.com/documentation/api/accounting/responsecodes */
const refusal = z.object({
    ErrorNumber: z.union([z.number(), z.string()]).nullish(),
    Message: z.string().nullish(),
    Detail: z.string().nullish(),
    Elements: z.array(z.object({ ValidationErrors: problems })).nullish()
});

const TYPES: Readonly<Record<number, FaultType>> = {
    400: 'invalid',
    401: 'credentials',
    403: 'wrong_account',
    404: 'not_found',
    412: 'conflict',
    429: 'rate_limited'
};

/**
 * Runs an action at Xero.
 * @throws {ActionError} for a refusal, in the one shape of all vendors
 */
export async function withFaults<Output>(run: () => Promise<Output>): Promise<Output> {
    try {
        return await run();
    } catch (error) {
        if (!(error instanceof HttpError)) throw error;
        const { status, body } = error.response;
        const sent = jsonOr(body);
        const { data } = refusal.safeParse(sent);
        const code = data?.ErrorNumber === null || data?.ErrorNumber === undefined ? null : String(data.ErrorNumber);
        const messages = (data?.Elements ?? []).flatMap(({ ValidationErrors }) => ValidationErrors ?? []).map(({ Message }) => Message);
        const sentences = messages.length > 0 ? messages : [data?.Detail ?? data?.Message].filter((text) => typeof text === 'string');
        throw faultError(
            {
                type: TYPES[status] ?? (status >= 500 ? 'unavailable' : 'unknown'),
                errors: sentences.map((message) => ({ field: null, code, message })),
                vendor: { status, body: sent }
            },
            error.response
        );
    }
}

function jsonOr(body: string | Uint8Array): unknown {
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
    try {
        return JSON.parse(text);
    } catch {
        return text;
    }
}
