import type { DryRun, QueuedRun } from '../operations.gen.ts';
import type { Operations, OperationTable } from '../operations.ts';
import type { ConnectionKey } from './connections.ts';
import type { RecordFilter } from './records.ts';

type Id = keyof Operations;
type Response<Of> = Of extends Id ? Operations[Of]['response'] : never;
type Body<Of> = Of extends Id ? (Operations[Of] extends { body: infer Given } ? Given : never) : never;
type Listed<Of> = Response<Of> extends { records: (infer Item)[] } ? Item : never;

export interface UnifiedFilter extends Omit<RecordFilter, 'model'> {
    /** Reads from the provider now, and not what the last sync has stored. Default false. */
    live?: boolean;
}

export interface UnifiedPage<Item> {
    /** The records, in the order of their changes. */
    records: Item[];
    /** For `cursor` of the next page; null when there is none. */
    next_cursor: string | null;
    /** The state of the sync that reads them; null when the server does not tell it. */
    sync_status: SyncHealth | null;
    /** When that sync last succeeded, ISO 8601; null: never. */
    synced_at: string | null;
}
/** `stale`: its last success is older than its schedule allows. A newer server may have more. */
export type SyncHealth = 'initial' | 'current' | 'stale' | 'failing' | 'paused' | (string & {});

export interface ReadOptions {
    /** Reads from the provider now, and not what the last sync has stored. Default false. */
    live?: boolean;
}

export interface WriteOptions {
    /**
     * Makes it safe to repeat the call: the same key gets the result of the first, for 24 hours,
     * and writes nothing again. Default: a new one for each call.
     */
    idempotencyKey?: string;
    /** Writes nothing, and returns what would be sent to the provider. Default false. */
    dryRun?: boolean;
    /** Writes although the provider has a newer version than the one last read. Default false. */
    overwrite?: boolean;
    /**
     * Writes later, behind the other asynchronous writes and actions of the environment: an event
     * `async_action` tells of the end, and `actions.result` has the result. Default false.
     */
    async?: boolean;
}
/** What a write returns: with `dryRun` what would be sent, with `async` the run that was queued. */
export type Written<Options, Result> = Options extends { dryRun: infer Dry }
    ? Dry extends true
        ? DryRun
        : Queued<Options, Result>
    : Queued<Options, Result>;
type Queued<Options, Result> = Options extends { async: infer Later } ? (Later extends true ? QueuedRun : Result) : Result;

/** The records of one model at the provider of a connection. A resource has some of the methods. */
export interface UnifiedMethods<Table extends OperationTable> {
    /**
     * Lists records in the order of their changes, as the last sync has stored them. Keep the
     * cursor of the last one: what changes later is behind it.
     * @param connection whose records, such as one of `connections.list`.
     * @param filter all of it must match. Absent: all records.
     * @returns one page: `records`, `next_cursor` for the next one, and how current they are.
     * @throws {ApiError} `unsupported_by_provider`, `wrong_provider`, `unknown_connection`; with
     * `live` those of the provider too, as `vendor_fault`.
     * @example
     * const { records, sync_status } = await patchbay.accounting.invoices.list(connection);
     * for (const { doc_number, balance_cents } of records) use([doc_number, balance_cents]);
     */
    list(connection: ConnectionKey, filter?: UnifiedFilter): Promise<UnifiedPage<Listed<Table['list']>>>;
    /**
     * All records from a cursor on, page by page as they are needed.
     * @param connection whose records, such as one of `connections.list`.
     * @param filter all of it must match; `limit` is the size of a page. Absent: all records.
     * @returns the records, one by one.
     * @throws {ApiError} as `list`.
     * @example
     * for await (const bill of patchbay.accounting.bills.items(connection)) use(bill.vendor_name);
     */
    items(connection: ConnectionKey, filter?: UnifiedFilter): AsyncGenerator<Listed<Table['list']>, void, undefined>;
    /**
     * Reads one record.
     * @param connection whose record, such as one of `connections.list`.
     * @param id its id at the provider.
     * @param options `live` reads it from the provider now. Absent: as the last sync has stored it.
     * @returns the record.
     * @throws {ApiError} `not_found`, `unsupported_by_provider`; with `live` those of the provider.
     * @example
     * const candidate = await patchbay.ats.candidates.get(connection, 'Y2FuZDo0NzEx');
     */
    get(connection: ConnectionKey, id: string, options?: ReadOptions): Promise<Response<Table['get']>>;
    /**
     * Creates a record at the provider.
     * @param connection where, such as one of `connections.list`.
     * @param record its fields.
     * @param options see `WriteOptions`. Absent: it is written once, whatever the network does.
     * @returns the record as the provider has it; with `dryRun` what would be sent.
     * @throws {ApiError} `invalid_action_input` naming the invalid field, `vendor_fault` when the
     * provider refuses it, `outcome_unknown` when its response was lost.
     * @example
     * const bill = await patchbay.accounting.bills.create(connection, {
     *     vendor_id: '41',
     *     line: [{ amount: 372.6, account_id: '7' }]
     * });
     */
    create<Options extends WriteOptions = WriteOptions>(
        connection: ConnectionKey,
        record: Body<Table['create']>,
        options?: Options
    ): Promise<Written<Options, Response<Table['create']>>>;
    /**
     * Changes the given fields of a record at the provider; lines that are given replace all lines.
     * @param connection where, such as one of `connections.list`.
     * @param changes `id`, the fields, and `sync_token`: the version that they are changes to.
     * @param options see `WriteOptions`. Absent: a newer change at the provider is kept.
     * @returns the record as the provider has it; with `dryRun` what would be sent.
     * @throws {ApiError} `newer_at_vendor` or `vendor_fault` with `payload.current` when it has
     * changed since, `invalid_action_input` naming the invalid field, `outcome_unknown`.
     * @example
     * const { sync_token } = await patchbay.accounting.invoices.get(connection, '130');
     * await patchbay.accounting.invoices.update(connection, {
     *     id: '130',
     *     ...(sync_token === null ? {} : { sync_token }),
     *     due_date: '2026-02-18'
     * });
     */
    update<Options extends WriteOptions = WriteOptions>(
        connection: ConnectionKey,
        changes: Body<Table['update']>,
        options?: Options
    ): Promise<Written<Options, Response<Table['update']>>>;
    /**
     * Deletes a record at the provider, or makes it inactive where providers do not delete:
     * accounts, customers and items.
     * @param connection where, such as one of `connections.list`.
     * @param record its `id`, and `sync_token`: the version that you have read.
     * @param options see `WriteOptions`. Absent: a newer change at the provider is kept.
     * @returns `id` and `success`; with `dryRun` what would be sent.
     * @throws {ApiError} `newer_at_vendor`, `vendor_fault`, `outcome_unknown`.
     * @example
     * await patchbay.accounting.transfers.delete(connection, { id: '340' });
     */
    delete<Options extends WriteOptions = WriteOptions>(
        connection: ConnectionKey,
        record: Body<Table['delete']>,
        options?: Options
    ): Promise<Written<Options, Response<Table['delete']>>>;
    /**
     * Voids a record at the provider: it is kept, with amounts of 0.
     * @param connection where, such as one of `connections.list`.
     * @param record its `id`, and `sync_token`: the version that you have read.
     * @param options see `WriteOptions`. Absent: a newer change at the provider is kept.
     * @returns the record as the provider has it; with `dryRun` what would be sent.
     * @throws {ApiError} `newer_at_vendor`, `vendor_fault`, `outcome_unknown`.
     * @example
     * await patchbay.accounting.invoices.void(connection, { id: '130' });
     */
    void<Options extends WriteOptions = WriteOptions>(
        connection: ConnectionKey,
        record: Body<Table['void']>,
        options?: Options
    ): Promise<Written<Options, Response<Table['void']>>>;
    /**
     * Has the provider send a record by email.
     * @param connection where, such as one of `connections.list`.
     * @param record its `id`, and `send_to`: the address. Absent: that of the record.
     * @param options see `WriteOptions`. Absent: it is sent once, whatever the network does.
     * @returns the record as the provider has it; with `dryRun` what would be sent.
     * @throws {ApiError} `vendor_fault`, `outcome_unknown`.
     * @example
     * await patchbay.accounting.invoices.send(connection, { id: '130' });
     */
    send<Options extends WriteOptions = WriteOptions>(
        connection: ConnectionKey,
        record: Body<Table['send']>,
        options?: Options
    ): Promise<Written<Options, Response<Table['send']>>>;
}

/** The methods that a resource has, by its table. */
export type UnifiedResource<Table extends OperationTable> = Pick<
    UnifiedMethods<Table>,
    'items' | Extract<keyof Table, keyof UnifiedMethods<Table>>
>;
