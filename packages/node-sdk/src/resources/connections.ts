import type { Call, Operations } from '../operations.ts';

export type Connection = Operations['getConnection']['response'];
export type ConnectionSummary = Operations['listConnections']['response']['connections'][number];
export type ImportedConnection = Operations['importConnection']['body'];
export type ConnectionChanges = NonNullable<Operations['updateConnection']['body']>;
export type WebhookSecretChange = Operations['setConnectionWebhookSecret']['body'];
export type MetadataChange = Operations['setMetadata']['body'];

type ListQuery = NonNullable<Operations['listConnections']['query']>;
export interface ConnectionFilter extends Omit<ListQuery, 'limit' | 'page' | 'unconfirmed'> {
    /**
     * Only those made by share links that still wait for `confirm`; no other list contains them.
     * Default false.
     */
    unconfirmed?: boolean;
    /** Connections per page, 1 to 2,000. Absent: the first 10,000. */
    limit?: number;
    /** Which page, from 0, the default. The last one is shorter than `limit`, or empty. */
    page?: number;
}

type CountFilter = NonNullable<Operations['countConnections']['query']>;

/**
 * Identifies a connection: its id is unique within one integration only. Every connection in a list
 * is such a key.
 */
export interface ConnectionKey {
    /** Its id, as `onConnect` in your page was told it, or as you imported it. */
    connection_id: string;
    /** The integration's `unique_key`. */
    provider_config_key: string;
}

export class Connections {
    readonly #call: Call;
    constructor(call: Call) {
        this.#call = call;
    }

    /**
     * Imports a connection whose credentials you already have; one with the same ids is
     * overwritten. API keys and passwords are checked with the provider first; when it can't be
     * reached, they are still saved and `verified_at` is null.
     * @param body what to save. Without `connection_id` a new id is made.
     * @returns the connection, as from `get`.
     * @throws {ApiError} `connection_test_failed` when the provider refuses the credentials,
     * `not_found` for an unknown integration.
     * @see POST /connections
     * @example
     * await patchbay.connections.import({
     *     provider_config_key: 'helpdesk',
     *     connection_id: 'account_1',
     *     end_user: { id: 'user_1' },
     *     credentials: { type: 'API_KEY', apiKey: 'a-key' }
     * });
     */
    import(body: ImportedConnection): Promise<Operations['importConnection']['response']> {
        return this.#call('importConnection', { body });
    }

    /**
     * Lists connections without their credentials, newest first.
     * @param filter all of it must match; `tags` compares exactly, `integrationId` may be several,
     * separated by commas; `status: 'needs_reconnect'` finds what the end users have to reconnect.
     * @returns `connections`, one page; `health` says of each how it is, why, since when, and what
     * to do.
     * @throws {ApiError} `forbidden` for a key without the scope `environment:connections:read`.
     * @see GET /connections
     * @example
     * const { connections } = await patchbay.connections.list({ endUserId: 'user_1' });
     */
    list({ unconfirmed, ...filter }: ConnectionFilter = {}): Promise<Operations['listConnections']['response']> {
        return this.#call('listConnections', { query: { ...filter, ...(unconfirmed ? { unconfirmed: 'true' } : {}) } });
    }

    /**
     * Counts connections by how they are, of at most 10,000 that fit.
     * @param filter all of it must match, as of `list`.
     * @returns `data.counts` by status; `data.is_complete` is false when there are more.
     * @throws {ApiError} `forbidden` for a key without the scope `environment:connections:read`.
     * @see GET /health/connections/counts
     * @example
     * const { data } = await patchbay.connections.count({ integrationId: 'helpdesk' });
     */
    count(filter: CountFilter = {}): Promise<Operations['countConnections']['response']> {
        return this.#call('countConnections', { query: filter });
    }

    /**
     * Counts the connections that are not healthy, and groups what fails by integration, cause and
     * time, so that what one outage broke can be listed: each group's fields filter `list`.
     * @returns `data.counts` by status, `data.outages`, the largest first.
     * @throws {ApiError} `forbidden` for a key without the scope `environment:connections:read`.
     * @see GET /health/connections
     * @example
     * const { data } = await patchbay.connections.health();
     * for (const { integration_id: integrationId, cause, since, until } of data.outages)
     *     await patchbay.connections.list({ integrationId, cause, since, until });
     */
    health(): Promise<Operations['summarizeHealth']['response']> {
        return this.#call('summarizeHealth', {});
    }

    /**
     * Reads one connection. `credentials` is `{}` for keys without the scope to read them.
     * @param key the connection's two ids; a connection from `list` will do.
     * @param options.forceRefresh renew the access token even if it is still valid.
     * @param options.withRefreshToken also return the refresh token.
     * @returns the connection; `health` says whether its credentials work, and what to do.
     * @throws {ApiError} `not_found`, `unknown_provider_config`, `not_confirmed` before `confirm`,
     * or `forbidden` for an option that the key has no scope for.
     * @see GET /connections/:connection_id
     * @example
     * const { credentials, metadata } = await patchbay.connections.get(connection);
     */
    get(key: ConnectionKey, options: { forceRefresh?: boolean; withRefreshToken?: boolean } = {}): Promise<Connection> {
        const query = {
            provider_config_key: key.provider_config_key,
            ...(options.forceRefresh ? { force_refresh: 'true' } : {}),
            ...(options.withRefreshToken ? { refresh_token: 'true' } : {})
        };
        return this.#call('getConnection', { params: paramsOf(key), query });
    }

    /**
     * Changes a connection's own copy of the end user, its tags or its webhook address; other
     * connections stay as they are.
     * @param key the connection's two ids; a connection from `list` will do.
     * @param body what to change; what is absent stays. `tags` replaces all tags of your own.
     * @returns `success: true`.
     * @throws {ApiError} `not_found`, `unknown_provider_config`, `not_confirmed` before `confirm`.
     * @see PATCH /connections/:connection_id
     * @example
     * await patchbay.connections.update(connection, { tags: { plan: 'pro' } });
     */
    update(key: ConnectionKey, body: ConnectionChanges): Promise<Operations['updateConnection']['response']> {
        return this.#call('updateConnection', { params: paramsOf(key), query: queryOf(key), body });
    }

    /**
     * Deletes a connection and its credentials, and asks the provider to revoke the access, which
     * may take 5 s.
     * @param key the connection's two ids; a connection from `list` will do.
     * @returns `revocation`: whether the provider did, and else the reason. The connection is
     * deleted in any case.
     * @throws {ApiError} `unknown_connection`.
     * @see DELETE /connections/:connection_id
     * @example
     * const { revocation } = await patchbay.connections.delete(connection);
     */
    delete(key: ConnectionKey): Promise<Operations['deleteConnection']['response']> {
        return this.#call('deleteConnection', { params: paramsOf(key), query: queryOf(key) });
    }

    /**
     * Asks the provider now whether it accepts a connection, for a customer who is waiting. A token
     * that it refuses is renewed, and the next one asked about; a refusal shows in `health`.
     * @param key the connection's two ids; a connection from `list` will do.
     * @returns `data.outcome`, and `data.message` in words.
     * @throws {ApiError} `not_found`; `unknown_provider_config`; `not_confirmed`;
     * `integration_disabled`; `frozen`.
     * @see POST /connections/:connection_id/check
     * @example
     * const { data } = await patchbay.connections.check(connection);
     * if (data.outcome === 'refused') console.log(data.message);
     */
    check(key: ConnectionKey): Promise<Operations['checkConnection']['response']> {
        return this.#call('checkConnection', { params: paramsOf(key), query: queryOf(key) });
    }

    /**
     * Names the end user of a connection made by a share link: the one who is signed in at your
     * product. Until then the connection cannot be used. The address of the page at `return_to`
     * names the connection, and so does `list({ unconfirmed: true, endUserId })`, to ask at the
     * next sign-in.
     * @param key the connection's two ids; a connection from `list` will do.
     * @param endUserId your own id, from your own login and never from the link or the address.
     * @returns `data.confirmed: true`.
     * @throws {ApiError} `end_user_mismatch` when the link was for another end user, and then the
     * connection is deleted; `unknown_connection`, also after 24 hours without a confirmation;
     * `conflict` when it is confirmed already and belongs to another end user.
     * @see POST /connections/:connection_id/confirm
     * @example
     * await patchbay.connections.confirm(connection, 'user_1');
     */
    confirm(key: ConnectionKey, endUserId: string): Promise<Operations['confirmConnection']['response']> {
        return this.#call('confirmConnection', { params: paramsOf(key), body: { ...queryOf(key), end_user_id: endUserId } });
    }

    /**
     * Reads the address for webhooks of one connection, where the provider has them set up in each
     * account, as Zendesk, Lever, Ashby and Greenhouse do.
     * @param key the connection's two ids; a connection from `list` will do.
     * @returns `data.webhook_url`, null where the integration has one address for all; whether the
     * connection has a secret of its own.
     * @throws {ApiError} `not_found`, `unknown_provider_config`, `not_confirmed` before `confirm`.
     * @see GET /connections/:connection_id/webhook
     * @example
     * const { data } = await patchbay.connections.webhook(connection);
     */
    webhook(key: ConnectionKey): Promise<Operations['getConnectionWebhook']['response']> {
        return this.#call('getConnectionWebhook', { params: paramsOf(key), query: queryOf(key) });
    }

    /**
     * Gives a connection a webhook secret of its own; that of the integration then verifies no
     * webhooks that come to the address of the connection.
     * @param key the connection's two ids; a connection from `list` will do.
     * @param body `webhook_secret`, as the provider shows it in the account; null takes it away.
     * @returns as `webhook`.
     * @throws {ApiError} `not_found`, `unknown_provider_config`, `not_confirmed` before `confirm`;
     * `invalid_body` where one secret signs the webhooks of all connections.
     * @see PUT /connections/:connection_id/webhook
     * @example
     * await patchbay.connections.setWebhookSecret(connection, { webhook_secret: 'as shown' });
     */
    setWebhookSecret(key: ConnectionKey, body: WebhookSecretChange): Promise<Operations['setConnectionWebhookSecret']['response']> {
        return this.#call('setConnectionWebhookSecret', { params: paramsOf(key), query: queryOf(key), body });
    }

    /**
     * Replaces the metadata of one or several connections of an integration: all of them or none.
     * @param body the integration, one or at most 500 ids of connections, and the new `metadata`.
     * @returns what was sent.
     * @throws {ApiError} `unknown_connection` if one of them does not exist; then nothing has
     * changed.
     * @see POST /connections/metadata
     * @example
     * await patchbay.connections.setMetadata({
     *     connection_id: ['account_1', 'account_2'],
     *     provider_config_key: 'helpdesk',
     *     metadata: { plan: 'pro' }
     * });
     */
    setMetadata(body: MetadataChange): Promise<Operations['setMetadata']['response']> {
        return this.#call('setMetadata', { body });
    }

    /**
     * Merges top-level keys into the metadata of one or several connections of an integration: all
     * of them or none.
     * @param body as for `setMetadata`; keys that `metadata` does not name stay.
     * @returns what was sent.
     * @throws {ApiError} `unknown_connection` if one of them does not exist; then nothing has
     * changed.
     * @see PATCH /connections/metadata
     * @example
     * await patchbay.connections.updateMetadata({
     *     connection_id: ['account_1', 'account_2'],
     *     provider_config_key: 'helpdesk',
     *     metadata: { plan: 'pro' }
     * });
     */
    updateMetadata(body: MetadataChange): Promise<Operations['updateMetadata']['response']> {
        return this.#call('updateMetadata', { body });
    }
}

// A key may be a whole connection from a list; only these two fields go onto the wire.
const paramsOf = ({ connection_id }: ConnectionKey) => ({ connection_id });
const queryOf = ({ provider_config_key }: ConnectionKey) => ({ provider_config_key });
