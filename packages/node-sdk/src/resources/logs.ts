import type { Call, Operations } from '../operations.ts';

export type LogEntry = Operations['listLogs']['response']['data'][number];
export type LogDetail = Operations['getLog']['response']['data'];

export type LogSettingsChanges = NonNullable<Operations['updateRequestLogSettings']['body']>;

type ListQuery = NonNullable<Operations['listLogs']['query']>;
export interface LogFilter extends Omit<ListQuery, 'limit' | 'failed'> {
    /** Those without a complete response or with a status from 400, or the others. Absent: all. */
    failed?: boolean;
    /** 1 to 100; 50 by default. */
    limit?: number;
}

/** Requests to providers and to your webhooks, as they were sent and answered. */
export class Logs {
    readonly #call: Call;
    constructor(call: Call) {
        this.#call = call;
    }

    /**
     * Lists entries, newest first. Needs a key with the scope `environment:logs:read`.
     * @param filter all of it must match; `request_id` is what you sent as `patchbay-request-id`.
     * @returns `data`, and `next_cursor` for the next page.
     * @throws {ApiError} `invalid_query_params` for filters that make no sense together.
     * @see GET /logs
     * @example
     * const { data } = await patchbay.logs.list({ connection_id: 'c1', failed: true });
     */
    list(filter: LogFilter = {}): Promise<Operations['listLogs']['response']> {
        const { failed, ...query } = filter;
        return this.#call('listLogs', { query: { ...query, ...(failed === undefined ? {} : { failed: String(failed) }) } });
    }

    /**
     * Reads one entry with its headers, and its bodies where they are kept.
     * @param logId `id` of an entry.
     * @returns `data`: the entry.
     * @throws {ApiError} `not_found`, also when the retention is over.
     * @see GET /logs/:log_id
     * @example
     * const { data: entries } = await patchbay.logs.list({ request_id: 'order-4711' });
     * for (const { id } of entries) use((await patchbay.logs.get(id)).data.response.headers);
     */
    get(logId: string): Promise<Operations['getLog']['response']> {
        return this.#call('getLog', { params: { log_id: logId } });
    }

    /**
     * Reads which bodies are kept, and for how long entries are.
     * @returns `data`: the settings.
     * @throws {ApiError} `forbidden` for a key without the scope `environment:settings:read`.
     * @see GET /environment/request-log
     * @example
     * const { data } = await patchbay.logs.settings();
     * use(data.kept_days);
     */
    settings(): Promise<Operations['getRequestLogSettings']['response']> {
        return this.#call('getRequestLogSettings', {});
    }

    /**
     * Changes which bodies are kept from now on. Needs the scope `environment:settings:write`.
     * @param body `bodies`: `none`, `errors` (those of failed responses) or `all`.
     * @returns the settings as they are now
     * @throws {ApiError} `invalid_body` naming the invalid field.
     * @see PATCH /environment/request-log
     * @example
     * await patchbay.logs.updateSettings({ bodies: 'none' });
     */
    updateSettings(body: LogSettingsChanges): Promise<Operations['updateRequestLogSettings']['response']> {
        return this.#call('updateRequestLogSettings', { body });
    }
}
