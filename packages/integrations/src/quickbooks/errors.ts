import { HttpError, parseJson } from '@patchbay/functions';
import { z } from 'zod';
import { faultError, type FaultType, MOST_ERRORS, type VendorFault } from '../vendor-fault.ts';

/**
 * Refusals of QuickBooks in their four forms: `Fault` of the service, also with status 200; `fault`
 * of its gateway; XML, whatever was asked for; and none at all.
 * @see https://developer.intuit.com/app/developer/qbo/docs/develop/troubleshooting/error-codes
 */
const text = z.string().nullish();
const service = z.object({
    Fault: z.object({ Error: z.array(z.object({ Message: text, Detail: text, code: text, element: text })), type: text })
});
const gateway = z.object({
    fault: z.object({ error: z.array(z.object({ message: text, detail: text, code: text, element: text })), type: text })
});

interface Refusal {
    code: string | null;
    message: string;
    field: string | null;
}

/** By code; the first column is the HTTP status with which QuickBooks sends it. */
const CODES: Readonly<Record<string, readonly [status: number, FaultType]>> = {
    '3200': [401, 'credentials'],
    '100': [401, 'credentials'],
    '120': [401, 'credentials'],
    '130': [401, 'unavailable'],
    '3100': [403, 'wrong_account'],
    '610': [400, 'not_found'],
    '5010': [400, 'conflict'],
    '2020': [400, 'invalid'],
    '2010': [400, 'invalid'],
    '2170': [400, 'invalid'],
    '2500': [400, 'invalid'],
    '4000': [400, 'invalid'],
    '4001': [400, 'invalid'],
    '6000': [400, 'business_rule'],
    '6140': [400, 'duplicate'],
    '6240': [400, 'duplicate'],
    '6190': [400, 'no_subscription'],
    '6210': [400, 'business_rule'],
    '6540': [400, 'business_rule'],
    '500': [400, 'invalid'],
    '600': [400, 'duplicate'],
    '1040': [400, 'invalid'],
    '10000': [500, 'unavailable'],
    '3001': [429, 'rate_limited']
};

/** @returns null for a response that is no refusal */
export function refusalsIn(body: string): Refusal[] | null {
    if (body.trimStart().startsWith('<')) return /<Fault[\s>]/.test(body) ? refusalsInXml(body) : null;
    let json: unknown;
    try {
        json = parseJson(body, 'text');
    } catch {
        return null;
    }
    const ours = service.safeParse(json);
    if (ours.success) return ours.data.Fault.Error.map(({ Message, Detail, code, element }) => refusal(code, Message, Detail, element));
    const theirs = gateway.safeParse(json);
    if (theirs.success) return theirs.data.fault.error.map(({ message, detail, code, element }) => refusal(code, message, detail, element));
    return null;
}

type Optional = string | null | undefined;

const refusal = (code: Optional, message: Optional, detail: Optional, element: Optional): Refusal => ({
    code: code || null,
    message: detail || message || 'QuickBooks refused the request.',
    field: element || null
});

function refusalsInXml(xml: string): Refusal[] {
    return xml
        .split('<Error', MOST_ERRORS + 1)
        .slice(1)
        .map((error) => {
            const [attributes = ''] = error.split('>', 1);
            const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1];
            const element = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(error)?.[1];
            return refusal(attribute('code'), element('Message'), element('Detail'), attribute('element'));
        });
}

/** The status that a refusal should have had, where it came with 200. */
export const statusOf = (refusals: readonly Refusal[]): number => CODES[refusals[0]?.code ?? '']?.[0] ?? 400;

/** Whether a request had the id of an earlier one, which was another request. */
export const isOfUsedRequestId = ({ response: { body } }: HttpError): boolean =>
    typeof body === 'string' && refusalsIn(body)?.[0]?.code === '600';

/** @throws {ActionError} for a refusal, in the one shape of all vendors */
export async function reportFaults<Value>(work: () => Promise<Value>): Promise<Value> {
    try {
        return await work();
    } catch (error) {
        throw error instanceof HttpError ? faultError(faultOf(error), error.response) : error;
    }
}

export function faultOf({ response: { status, body } }: HttpError): VendorFault {
    const sent = typeof body === 'string' ? body : new TextDecoder().decode(body);
    const refusals = refusalsIn(sent) ?? [];
    const errors = refusals.map(({ code, message, field }) => ({ field, code, message: sentence(message) }));
    return { type: typeOf(status, refusals), errors, vendor: { status, body: jsonOr(sent) } };
}

function typeOf(status: number, refusals: readonly Refusal[]): FaultType {
    const known = CODES[refusals[0]?.code ?? '']?.[1];
    if (known) return known;
    if (status === 401) return 'credentials';
    if (status === 403) return 'wrong_account';
    if (status === 404) return 'not_found';
    if (status === 429) return 'rate_limited';
    if (status >= 500) return 'unavailable';
    return refusals.length > 0 ? 'invalid' : 'unknown';
}

/** The gateway writes `message=AuthenticationFailed; errorCode=003200; statusCode=401`. */
const sentence = (message: string) =>
    message.startsWith('message=') ? (message.slice('message='.length).split(';', 1)[0] ?? message) : message;

function jsonOr(body: string): unknown {
    try {
        return JSON.parse(body);
    } catch {
        return body;
    }
}
