import type { Call, Operations } from '../operations.ts';

export type WebhookDelivery = Operations['listWebhookDeliveries']['response']['data'][number];
export type WebhookDeliveryFilter = NonNullable<Operations['listWebhookDeliveries']['query']>;
export type WebhookReplay = NonNullable<Operations['replayWebhookDeliveries']['body']>;

/** What was sent to your endpoints. */
export class WebhookDeliveries {
    readonly #call: Call;
    constructor(call: Call) {
        this.#call = call;
    }

    /**
     * Lists deliveries, the newest first.
     * @param filter `status: 'exhausted'` for those that were given up.
     * @returns `data`, and `next_cursor` for the older ones.
     * @throws {ApiError} `invalid_cursor`.
     * @see GET /webhook-deliveries
     * @example
     * const { data } = await patchbay.webhookDeliveries.list({ status: 'exhausted' });
     */
    list(filter: WebhookDeliveryFilter = {}): Promise<Operations['listWebhookDeliveries']['response']> {
        return this.#call('listWebhookDeliveries', { query: filter });
    }

    /**
     * Sends events again, with the `webhook-id` that they had.
     * @param body which ones: by id, from a time on, or to an endpoint.
     * @returns `data.replayed`, and `data.next_cursor` where there are more: repeat the call with
     * it as `cursor`.
     * @throws {ApiError} `invalid_body` without any of these; `not_found`; `invalid_cursor`.
     * @see POST /webhook-deliveries/replay
     * @example
     * const { data } = await patchbay.webhookDeliveries.replay({ from: '2026-01-20T10:30:00Z' });
     */
    replay(body: WebhookReplay): Promise<Operations['replayWebhookDeliveries']['response']> {
        return this.#call('replayWebhookDeliveries', { body });
    }
}
