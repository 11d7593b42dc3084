import type { Call, Operations } from '../operations.ts';

export type EventFilter = NonNullable<Operations['listEvents']['query']>;
export type RecordedEvent = Operations['listEvents']['response']['data'][number];

/** Everything that happened, whether a webhook told you or not. */
export class Events {
    readonly #call: Call;
    constructor(call: Call) {
        this.#call = call;
    }

    /**
     * Lists events, the oldest first. Keep `next_cursor`, and call again with it to get what has
     * happened since: no event is left out, and none comes twice.
     * @param filter.cursor absent: from the oldest event that is kept, for 30 days.
     * @param filter.limit 1 to 1,000; 100 by default.
     * @returns `data`, and `next_cursor`, which is there also when there are no more yet.
     * @throws {ApiError} `invalid_cursor`.
     * @see GET /events
     * @example
     * const { data, next_cursor } = await patchbay.events.list({ limit: 1000 });
     */
    list(filter: EventFilter = {}): Promise<Operations['listEvents']['response']> {
        return this.#call('listEvents', { query: filter });
    }
}
