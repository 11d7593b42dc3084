import type { Call, Operations } from '../operations.ts';
import type { MintOptions } from './connect-sessions.ts';

export type ReconnectLinksRequest = Operations['createReconnectLinks']['body'];
export type NewConnectLink = NonNullable<Operations['createConnectLink']['body']>;
export type ConnectLink = Operations['listConnectLinks']['response']['data'][number];

/** Links to send to end users, by mail for example, instead of embedding the Connect UI. */
export class ConnectLinks {
    readonly #call: Call;
    constructor(call: Call) {
        this.#call = call;
    }

    /**
     * Makes a link that works for `expires_in` seconds (by default and at most 7 days). A
     * connection made by it cannot be used until `connections.confirm` names its end user: the page
     * at `return_to` gets the connection's id for that, and
     * `connections.list({ unconfirmed: true })` lists those waiting.
     * @param body as for `connectSessions.create`, and `expires_in`, `require_confirmation`,
     * `return_to` (on an origin that `connectUi.update` has allowed).
     * @returns `data.url`, shown only once.
     * @throws {ApiError} `invalid_body` for an unknown integration or a `return_to` that is not
     * allowed.
     * @see POST /connect/links
     * @example
     * const { data } = await patchbay.connectLinks.create({
     *     end_user: { id: 'user_1' },
     *     return_to: 'https://app.example.com/connected'
     * });
     */
    create(body: NewConnectLink): Promise<Operations['createConnectLink']['response']> {
        return this.#call('createConnectLink', { body });
    }

    /**
     * Makes a link for each connection that its end user has to reconnect, at most 1,000 at a time.
     * A link renews that connection and no other, and works until the connection does. A second
     * call returns the links that still work instead of making more.
     * @param body which connections, such as those of one outage from `connections.health`, and
     * `expires_in`, `return_to`, `locale`. Absent filters select all.
     * @param options.idempotencyKey makes it safe to repeat the call. Default: none.
     * @returns `data.links`, each with its `url` and whom to send it to; `data.next`, the `before`
     * of the next call, null at the end.
     * @throws {ApiError} `invalid_body` for filters that contradict each other,
     * `integration_disabled`.
     * @see POST /connect/links/reconnect
     * @example
     * const { data } = await patchbay.connectLinks.reconnect({ integration_id: 'crm' });
     * for (const { url, end_user, health } of data.links)
     *     console.log(end_user?.email, health.cause?.message, url);
     */
    reconnect(body: ReconnectLinksRequest = {}, options: MintOptions = {}): Promise<Operations['createReconnectLinks']['response']> {
        return this.#call('createReconnectLinks', { body }, options);
    }

    /**
     * Lists the links that still work, newest first, without their addresses.
     * @param filter.limit 1 to 100; 50 by default.
     * @returns `data`, with how often each was opened.
     * @throws {ApiError} `forbidden` for a key without the scope
     * `environment:connect_sessions:write`.
     * @see GET /connect/links
     * @example
     * const { data } = await patchbay.connectLinks.list({ limit: 10 });
     */
    list(filter: { limit?: number } = {}): Promise<Operations['listConnectLinks']['response']> {
        return this.#call('listConnectLinks', { query: filter });
    }

    /**
     * Ends a link, and the sessions that it opened.
     * @param linkId `data.id` from `create` or the list.
     * @throws {ApiError} `not_found`.
     * @see DELETE /connect/links/:link_id
     * @example
     * const { data: link } = await patchbay.connectLinks.create({ end_user: { id: 'user_1' } });
     * await patchbay.connectLinks.delete(link.id);
     */
    delete(linkId: string): Promise<Operations['deleteConnectLink']['response']> {
        return this.#call('deleteConnectLink', { params: { link_id: linkId } });
    }
}
