import { type ActionContext, HostError, HttpError } from '@patchbay/functions';
import { z } from 'zod';
import { parseResponse } from '../parse-response.ts';
import { ashbyResponse, type AshbyResponse } from './guards.ts';

type Caller = Pick<ActionContext, 'post'>;

const RETRIES = 4;
const PAGE_SIZE = 100;
/** A vendor that never ends a list would be asked for ever. */
const MAX_PAGES = 100_000;

/**
 * @param method such as `candidate.info`
 * @throws {HttpError} also where Ashby reports a failure with status 200
 */
export async function call(context: Caller, method: string, body: object): Promise<AshbyResponse> {
    return checked(await context.post({ endpoint: `/${method}`, data: body }));
}

/** As {@link call}, for what only reads. */
export async function read(context: Caller, method: string, body: object): Promise<AshbyResponse> {
    return checked(await context.post({ endpoint: `/${method}`, data: body, retries: RETRIES, readOnly: true }));
}

export function checked({
    data,
    status,
    headers
}: {
    data: unknown;
    status: number;
    headers: Readonly<Record<string, string>>;
}): AshbyResponse {
    const response = parseResponse(ashbyResponse, data);
    if (!response.success) throw new HttpError({ status, headers, body: JSON.stringify(data) });
    return response;
}

/** Ashby's own code and sentence of a failure, with the body they are from. */
export function failureOf(error: unknown): { code: string | null; message: string | null; json: unknown } {
    const none = { code: null, message: null, json: null };
    if (!(error instanceof HttpError) || typeof error.response.body !== 'string') return none;
    try {
        const json: unknown = JSON.parse(error.response.body);
        const { errorInfo, errors } = failure.parse(json);
        const [first] = errors ?? [];
        return { code: errorInfo?.code ?? (typeof first === 'string' ? first : null), message: errorInfo?.message ?? null, json };
    } catch {
        return none;
    }
}

const failure = ashbyResponse.pick({ errorInfo: true, errors: true });

export interface Page {
    items: unknown[];
    /** Null on the last page. */
    nextCursor: string | null;
    /** For the next list of changes, on the last page of lists that have one. */
    syncToken: string | null;
}

/**
 * The pages of a list.
 * @throws {HostError} `pagination_stuck`
 */
export async function* pagesOf(
    context: Caller,
    method: string,
    body: object,
    start: string | null = null
): AsyncGenerator<Page, void, void> {
    let cursor = start;
    for (let page = 0; page < MAX_PAGES; page++) {
        const response = await read(context, method, { ...body, limit: PAGE_SIZE, ...(cursor !== null && { cursor }) });
        const items = parseResponse(z.array(z.unknown()), response.results);
        const nextCursor = response.moreDataAvailable ? (response.nextCursor ?? '') : null;
        if (nextCursor === '' || (nextCursor !== null && nextCursor === cursor)) break;
        yield { items, nextCursor, syncToken: response.syncToken ?? null };
        if (nextCursor === null) return;
        cursor = nextCursor;
    }
    throw new HostError('pagination_stuck', `${method} does not come to the end of its pages.`);
}

/** All of them are held in memory. */
const MAX_ITEMS = 100_000;

/** A whole list. @throws {HostError} `pagination_stuck` for one that is longer than any is */
export async function listAll<Item>(context: Caller, method: string, body: object, guard: z.ZodType<Item>): Promise<Item[]> {
    const all: Item[] = [];
    for await (const { items } of pagesOf(context, method, body)) {
        if (all.length > MAX_ITEMS) throw new HostError('pagination_stuck', `${method} has more than ${MAX_ITEMS} entries.`);
        all.push(...parseResponse(z.array(guard), items));
    }
    return all;
}
