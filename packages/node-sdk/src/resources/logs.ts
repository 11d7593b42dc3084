import { readError } from '@patchbay/api-client';
import { UnreachableError } from '@patchbay/api-client/errors';
import type { Call, Operations } from '../operations.ts';
import { linesOf } from '../lines-of.ts';

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

export interface TailOptions extends Omit<LogFilter, 'limit' | 'cursor' | 'since' | 'until'> {
    /** Id of the last entry that you have. Absent: what comes from now on. */
    after?: string;
    /** Ends the tail. Absent: leave the loop. */
    signal?: AbortSignal;
}

interface LogsSettings {
    baseUrl: string;
    token: string;
    fetch?: typeof fetch;
}

/** Requests to providers and to your webhooks, as they were sent and answered. */
export class Logs {
    readonly #call: Call;
    readonly #settings: LogsSettings;
    constructor(call: Call, settings: LogsSettings) {
        this.#call = call;
        this.#settings = settings;
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
     * New entries as they come, until the server stops or you leave the loop.
     * @param options all of the filter must match; with `after` a tail that ended is continued.
     * @returns the entries, one by one.
     * @throws {ApiError} `overloaded` when the key has five tails already.
     * @throws {UnreachableError} no response of the server, or its response broke off.
     * @see GET /logs/tail
     * @example
     * for await (const entry of patchbay.logs.tail({ failed: true })) use(entry.url);
     */
    async *tail(options: TailOptions = {}): AsyncGenerator<LogEntry, void, undefined> {
        const { after, signal, ...filter } = options;
        const { baseUrl, token, fetch: send = (input, init) => fetch(input, init) } = this.#settings;
        const query = new URLSearchParams(
            Object.entries(filter).map(([name, value]): [string, string] => [name, String(value)])
        ).toString();
        const headers = { authorization: `Bearer ${token}`, ...(after === undefined ? {} : { 'last-event-id': after }) };
        const response = await send(`${baseUrl.replace(/\/+$/, '')}/logs/tail?${query}`, { headers, signal: signal ?? null }).catch(
            (cause: unknown) => {
                throw new UnreachableError('The server did not respond.', { cause });
            }
        );
        if (!response.ok) throw readError(response, await response.json().catch(() => undefined));
        for await (const line of linesOf(response, 'The tail broke off.')) {
            // What `GET /logs` has in `data`.
            if (line.startsWith('data: ')) yield JSON.parse(line.slice(6)) as LogEntry;
        }
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
