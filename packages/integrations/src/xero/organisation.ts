import { type ActionContext, HostError, parseJson, ValidationError } from '@patchbay/functions';
import { z } from 'zod';
import { parseResponse } from '../parse-response.ts';
import { orUnknownOutcome } from '../vendor-fault.ts';
import { instantOf } from './convert.ts';
import { listGuard } from './guards.ts';

const BASE = '/api.xro/2.0';
const RETRIES = 2;

/** An object with floats, as it was sent, and with the digits of its numbers as text. */
export interface Sent {
    raw: unknown;
    object: unknown;
}

export async function readList(
    context: ActionContext,
    collection: string,
    request: { suffix?: string; parameters?: Readonly<Record<string, string | number>>; since?: string | undefined } = {}
): Promise<{ objects: Sent[]; time: string | null }> {
    const { data } = await context.get<unknown>({
        endpoint: `${BASE}/${collection}${request.suffix ?? ''}`,
        ...(request.parameters && { params: request.parameters }),
        ...(request.since !== undefined && { headers: { 'if-modified-since': new Date(request.since).toUTCString() } }),
        retries: RETRIES,
        responseType: 'text'
    });
    return listOf(data, collection);
}

const howToFindOut =
    'Xero may have written it. Look for it before you repeat the request, or repeat it with the same Idempotency-Key, which writes nothing twice.';

/**
 * Makes an object with PUT, or changes fields of one with POST, which would also change another
 * object of the same name or number. Xero responds to a repeat of its key as before.
 * @param read what was written; undefined: Xero has not sent it
 * @throws {HostError} `outcome_unknown` where Xero does not say what became of it
 * @see https://developer.xero.com/documentation/guides/idempotent-requests/idempotency
 */
export function write<Value>(
    context: ActionContext,
    collection: string,
    body: unknown,
    { method, suffix = '', parameters }: { method: 'PUT' | 'POST'; suffix?: string; parameters?: Readonly<Record<string, string>> },
    read: (sent: Sent | undefined) => Value
): Promise<Value> {
    return orUnknownOutcome(async () => {
        const { data } = await context
            .proxy<unknown>({
                method,
                endpoint: `${BASE}/${collection}${suffix}`,
                ...(parameters && { params: parameters }),
                data: body,
                headers: { 'idempotency-key': context.idempotencyKey },
                retries: RETRIES,
                responseType: 'text'
            })
            .catch(withLostResponse);
        return read(data === '' ? undefined : listOf(data, collection).objects[0]);
    }, howToFindOut);
}

/** A PUT is taken for one that can be repeated, which one that makes something new is not. */
function withLostResponse(error: unknown): never {
    throw error instanceof HostError && error.code === 'network_error' ? new HostError('outcome_unknown', howToFindOut) : error;
}

export async function remove(context: ActionContext, collection: string, id: string): Promise<void> {
    await context.delete({ endpoint: `${BASE}/${collection}/${encodeURIComponent(id)}` });
}

function listOf(data: unknown, collection: string): { objects: Sent[]; time: string | null } {
    const body = parseResponse(listGuard, parsed(data, 'text'));
    const objects = parseResponse(z.array(z.unknown()), body[collection] ?? []);
    const raws = parseResponse(z.array(z.unknown()), parseResponse(listGuard, parsed(data, 'float'))[collection] ?? []);
    return { objects: objects.map((object, index) => ({ object, raw: raws[index] })), time: instantOf(body.DateTimeUTC) };
}

/** @throws {ValidationError} for what is not JSON */
function parsed(data: unknown, numbers: 'float' | 'text'): unknown {
    try {
        return parseJson(String(data), numbers);
    } catch {
        throw new ValidationError('response', [{ path: '', message: 'Xero responded with something else than JSON.', code: 'not_json' }]);
    }
}
