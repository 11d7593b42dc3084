import type { Call, Operations } from '../operations.ts';

export type WebhookEndpoint = Operations['listWebhookEndpoints']['response']['data'][number];
export type NewWebhookEndpoint = NonNullable<Operations['createWebhookEndpoint']['body']>;
export type WebhookEndpointChanges = NonNullable<Operations['updateWebhookEndpoint']['body']>;
export type KeyRotation = NonNullable<Operations['rotateWebhookSigningKey']['body']>;
export type WebhookTest = NonNullable<Operations['testWebhookEndpoint']['body']>;

/** The addresses that your environment's events are sent to. */
export class WebhookEndpoints {
    readonly #call: Call;
    constructor(call: Call) {
        this.#call = call;
    }

    /**
     * Sends the events of your environment to an address from now on.
     * @param body `url`; `event_types` to get only some, such as `['auth.creation']`.
     * @returns `data.signing_key` for `verifyWebhook`, shown only once.
     * @throws {ApiError} `invalid_body` for an event that there is not; `conflict` when there are
     * too many endpoints.
     * @see POST /webhook-endpoints
     * @example
     * const { data } = await patchbay.webhookEndpoints.create({
     *     url: 'https://example.com/webhooks/patchbay'
     * });
     */
    create(body: NewWebhookEndpoint): Promise<Operations['createWebhookEndpoint']['response']> {
        return this.#call('createWebhookEndpoint', { body });
    }

    /**
     * Lists the endpoints, the oldest first, without their signing keys.
     * @returns `data`, with whether deliveries fail.
     * @throws {ApiError} `forbidden` for a key without the scope `environment:webhooks:read`.
     * @see GET /webhook-endpoints
     * @example
     * const { data } = await patchbay.webhookEndpoints.list();
     */
    list(): Promise<Operations['listWebhookEndpoints']['response']> {
        return this.#call('listWebhookEndpoints', {});
    }

    /**
     * Reads one endpoint.
     * @param endpointId `data.id` from `create` or the list.
     * @returns `data`, with whether deliveries fail, and why it is disabled.
     * @throws {ApiError} `not_found`.
     * @see GET /webhook-endpoints/:endpoint_id
     * @example
     * const url = 'https://example.com/webhooks';
     * const { data: made } = await patchbay.webhookEndpoints.create({ url });
     * const { data } = await patchbay.webhookEndpoints.get(made.id);
     */
    get(endpointId: string): Promise<Operations['getWebhookEndpoint']['response']> {
        return this.#call('getWebhookEndpoint', { params: { endpoint_id: endpointId } });
    }

    /**
     * Changes an endpoint. `disabled: false` enables one that Patchbay has disabled.
     * @param endpointId `data.id` from `create` or the list.
     * @param body what is absent stays as it is.
     * @returns `data`, the endpoint as it is now.
     * @throws {ApiError} `not_found`.
     * @see PATCH /webhook-endpoints/:endpoint_id
     * @example
     * const url = 'https://example.com/webhooks';
     * const { data: made } = await patchbay.webhookEndpoints.create({ url });
     * await patchbay.webhookEndpoints.update(made.id, { disabled: false });
     */
    update(endpointId: string, body: WebhookEndpointChanges): Promise<Operations['updateWebhookEndpoint']['response']> {
        return this.#call('updateWebhookEndpoint', { params: { endpoint_id: endpointId }, body });
    }

    /**
     * Deletes an endpoint with its deliveries. The events stay in `events.list`.
     * @param endpointId `data.id` from `create` or the list.
     * @returns `success`, always true.
     * @throws {ApiError} `not_found`.
     * @see DELETE /webhook-endpoints/:endpoint_id
     * @example
     * const url = 'https://example.com/webhooks';
     * const { data: made } = await patchbay.webhookEndpoints.create({ url });
     * await patchbay.webhookEndpoints.delete(made.id);
     */
    delete(endpointId: string): Promise<Operations['deleteWebhookEndpoint']['response']> {
        return this.#call('deleteWebhookEndpoint', { params: { endpoint_id: endpointId } });
    }

    /**
     * Makes a new signing key for an endpoint. The one before signs too for `old_key_valid_for`
     * seconds, so give `verifyWebhook` both until then.
     * @param endpointId `data.id` from `create` or the list.
     * @param body.old_key_valid_for 24 hours by default; 0 where the key before was leaked.
     * @returns `data.signing_key`, shown only once.
     * @throws {ApiError} `not_found`.
     * @see POST /webhook-endpoints/:endpoint_id/rotate-key
     * @example
     * const url = 'https://example.com/webhooks';
     * const { data: made } = await patchbay.webhookEndpoints.create({ url });
     * const { data } = await patchbay.webhookEndpoints.rotateKey(made.id);
     */
    rotateKey(endpointId: string, body: KeyRotation = {}): Promise<Operations['rotateWebhookEndpointKey']['response']> {
        return this.#call('rotateWebhookEndpointKey', { params: { endpoint_id: endpointId }, body });
    }

    /**
     * Makes a new signing key for what goes to the URLs of connections (`webhook_url_override`).
     * The first call is how you get one at all.
     * @param body.old_key_valid_for seconds; 24 hours by default.
     * @returns `data.signing_key`, shown only once.
     * @throws {ApiError} `forbidden` for a key without the scope `environment:webhooks:write`.
     * @see POST /environment/webhook-signing-key/rotate
     * @example
     * const { data } = await patchbay.webhookEndpoints.rotateConnectionsKey();
     */
    rotateConnectionsKey(body: KeyRotation = {}): Promise<Operations['rotateWebhookSigningKey']['response']> {
        return this.#call('rotateWebhookSigningKey', { body });
    }

    /**
     * Sends an example event now. It is signed as all are, and no event is recorded.
     * @param endpointId `data.id` from `create` or the list.
     * @param body.type which event; `auth.creation` by default.
     * @returns `data.delivered`, and what the endpoint responded.
     * @throws {ApiError} `not_found`.
     * @see POST /webhook-endpoints/:endpoint_id/test
     * @example
     * const url = 'https://example.com/webhooks';
     * const { data: made } = await patchbay.webhookEndpoints.create({ url });
     * const { data } = await patchbay.webhookEndpoints.test(made.id, { type: 'alert' });
     */
    test(endpointId: string, body: WebhookTest = {}): Promise<Operations['testWebhookEndpoint']['response']> {
        return this.#call('testWebhookEndpoint', { params: { endpoint_id: endpointId }, body });
    }
}
