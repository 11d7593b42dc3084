import { isRecord } from '../check-fields.ts';
import { invalidInput, Refusal } from './reply.ts';
import type { AshbyRequest, Results } from './request.ts';
import type { Row } from './rows.ts';

const MAX_LIMIT = 100;
const MINUTE_MS = 60_000;

/** What the opaque tokens hold: their query, a position, and when they were made. */
interface Token {
    scope: string;
    /** In a cursor the place of the last row, in a sync token the time of the last listing. */
    at: number;
    madeMs: number;
    /** When the listing began, which its sync token will name. */
    startedMs: number;
    page: number;
}

export interface Listing {
    rows: readonly Row[];
    show(row: Row): unknown;
}

/**
 * A page of a list, with the token for what changes from now on at its end.
 * @see https://developers.ashbyhq.com/docs/pagination-and-incremental-sync
 * @throws {Refusal}
 */
export function listPage(request: AshbyRequest, { rows, show }: Listing): Results {
    const { parameters, nowMs, method, switches } = request;
    const { cursor: _, limit: __, ...query } = parameters.fields;
    const scope = JSON.stringify([method, query]);
    const limit = readLimit(request);
    const since = readToken(request, 'syncToken', method);
    const cursor = readToken(request, 'cursor', scope);
    const page = (cursor?.page ?? 0) + 1;
    if (since && page > switches.incremental_pages)
        throw new Refusal('incremental_sync_too_large', 'Discard the sync token and perform a full sync.');
    const createdAfter = parameters.integer('createdAfter') ?? -Infinity;
    const matches = rows.filter(
        (row) => row.updatedMs >= (since?.at ?? -Infinity) && row.createdMs > createdAfter && row.place > (cursor?.at ?? -1)
    );
    const shown = matches.slice(0, limit);
    const startedMs = cursor?.startedMs ?? nowMs;
    const at = switches.page_repeats ? (cursor?.at ?? -1) : (shown.at(-1)?.place ?? 0);
    const isLast = matches.length <= limit;
    return {
        results: shown.map((row) => show(row)),
        moreDataAvailable: !isLast,
        ...(isLast
            ? { syncToken: seal({ scope: method, at: startedMs, madeMs: nowMs, startedMs, page }) }
            : { nextCursor: seal({ scope, at, madeMs: nowMs, startedMs, page }) })
    };
}

function readLimit({ parameters, switches }: AshbyRequest): number {
    const limit = parameters.integer('limit') ?? MAX_LIMIT;
    if (limit < 1 || (limit > MAX_LIMIT && switches.over_limit === 'refused'))
        throw invalidInput(`limit must be between 1 and ${MAX_LIMIT}.`);
    return Math.min(limit, MAX_LIMIT);
}

/** @throws {Refusal} for a token that has expired, or is of another query */
function readToken({ parameters, nowMs, switches }: AshbyRequest, name: 'cursor' | 'syncToken', scope: string): Token | undefined {
    const text = parameters.text(name);
    if (text === undefined) return undefined;
    const isCursor = name === 'cursor';
    const token = unseal(text);
    if (token?.scope !== scope) {
        if (isCursor) throw new Refusal('invalid_next_cursor', 'The cursor cannot be decoded. Restart from the first page.');
        throw new Refusal('sync_token_invalid', 'The sync token cannot be decoded. Perform a full sync.');
    }
    const minutes = isCursor ? switches.cursor_minutes : switches.sync_token_minutes;
    if (nowMs - token.madeMs < minutes * MINUTE_MS) return token;
    if (isCursor) throw new Refusal('next_cursor_expired', 'The cursor has expired. Restart from the first page.');
    throw new Refusal('sync_token_expired', 'The sync token has expired. Perform a full sync.');
}

function seal(token: Token): string {
    return Buffer.from(JSON.stringify(token)).toString('base64url');
}

function unseal(text: string): Token | undefined {
    try {
        const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
        if (!isRecord(value)) return undefined;
        const { scope, at, madeMs, startedMs, page } = value;
        return { scope: String(scope), at: Number(at), madeMs: Number(madeMs), startedMs: Number(startedMs), page: Number(page) };
    } catch {
        return undefined;
    }
}
