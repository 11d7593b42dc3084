import { headersOf } from '../headers-of.ts';
import type { Call, Operations } from '../operations.ts';
import type { ConnectionKey } from './connections.ts';

type Page = Operations['listRecords']['response'];
export type StoredRecord = Page['records'][number];
export type RecordPrune = Operations['pruneRecords']['body'];

type RecordAction = 'added' | 'updated' | 'deleted';

export interface RecordFilter extends Omit<Operations['listRecords']['query'], 'delta' | 'filter' | 'raw'> {
    /** Only records whose last change was one of these. Absent: all. */
    filter?: readonly RecordAction[];
    /** Adds what the provider sent as `_patchbay_metadata.raw`. Default false. */
    raw?: boolean;
}

/** What the syncs of a connection have read. */
export class Records {
    readonly #call: Call;
    constructor(call: Call) {
        this.#call = call;
    }

    /**
     * Lists records of a model in the order of their changes. Keep the cursor of the last one: what
     * changes later is behind it.
     * @param connection whose records, such as one of `connections.list`.
     * @param filter the model, and what of it; all of it must match.
     * @returns `records`, one page, and `next_cursor` for the next one.
     * @throws {ApiError} `unknown_connection`; `invalid_query_params` naming the invalid parameter.
     * @see GET /records
     * @example
     * const connection = { connection_id: 'c1', provider_config_key: 'crm' };
     * const { records } = await patchbay.records.list(connection, { model: 'Candidate' });
     * for (const { id, _nango_metadata: { last_action } } of records) use([id, last_action]);
     */
    list(connection: ConnectionKey, { filter, raw, ...query }: RecordFilter): Promise<Page> {
        return this.#call('listRecords', {
            headers: headersOf(connection),
            query: {
                ...query,
                ...(filter === undefined ? {} : { filter: filter.join(',') }),
                ...(raw === undefined ? {} : { raw: String(raw) })
            }
        });
    }

    /**
     * All records of a model from a cursor on, page by page as they are needed.
     * @param connection whose records, such as one of `connections.list`.
     * @param filter the model, and what of it; `limit` is the size of a page.
     * @returns the records, one by one.
     * @throws {ApiError} as `list`.
     * @see GET /records
     * @example
     * const connection = { connection_id: 'c1', provider_config_key: 'crm' };
     * for await (const record of patchbay.records.items(connection, { model: 'Candidate' }))
     *     use(record.id);
     */
    async *items(connection: ConnectionKey, filter: RecordFilter): AsyncGenerator<StoredRecord, void, undefined> {
        let cursor: string | null | undefined = filter.cursor;
        do {
            const page: Page = await this.list(connection, { ...filter, ...(cursor === undefined ? {} : { cursor }) });
            yield* page.records;
            cursor = page.next_cursor;
        } while (cursor !== null);
    }

    /**
     * Removes the fields of records that you have stored, up to and including one of them; `id` and
     * history stay. Call it again while `has_more`.
     * @param connection whose records, such as one of `connections.list`.
     * @param body the model, and `until_cursor`: the cursor of the last record that you have.
     * @returns `count` of pruned records, and `has_more`.
     * @throws {ApiError} `unknown_connection`; `invalid_body` for a malformed cursor.
     * @see PATCH /records/prune
     * @example
     * const connection = { connection_id: 'c1', provider_config_key: 'crm' };
     * const model = 'Candidate';
     * const { records } = await patchbay.records.list(connection, { model });
     * const until_cursor = records.at(-1)?._nango_metadata.cursor;
     * if (until_cursor) await patchbay.records.prune(connection, { model, until_cursor });
     */
    prune(connection: ConnectionKey, body: RecordPrune): Promise<Operations['pruneRecords']['response']> {
        return this.#call('pruneRecords', { headers: headersOf(connection), body });
    }
}
