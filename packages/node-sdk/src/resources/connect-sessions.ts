import type { Call, Operations } from '../operations.ts';

export type ConnectSessionRequest = NonNullable<Operations['createConnectSession']['body']>;
export type ReconnectSessionRequest = Operations['createReconnectSession']['body'];
export type MintedSession = Operations['createConnectSession']['response'];

export interface MintOptions {
    /**
     * A call with the same key and body returns the first session again instead of a second one. At
     * most 255 characters. Absent: every call mints another session.
     */
    idempotencyKey?: string;
}

export class ConnectSessions {
    readonly #call: Call;
    constructor(call: Call) {
        this.#call = call;
    }

    /**
     * Mints a token that lets one end user connect integrations in your frontend. Send only
     * `data.token` to your page.
     * @param body `end_user.id` is your own id for the user; `allowed_integrations` limits what
     * they are offered, `allowed_origins` the pages that may open the Connect UI with it.
     * @param options.idempotencyKey makes it safe to repeat the call. Default: none.
     * @returns `data.token`; `data.expires_at` (ISO 8601, UTC; 30 minutes from now);
     * `data.connect_link`, to send instead of embedding.
     * @throws {ApiError} `invalid_body` for an unknown integration, `idempotency_key_reused` for
     * one key with two bodies.
     * @see POST /connect/sessions
     * @example
     * const { data } = await patchbay.connectSessions.create({ end_user: { id: 'user_1' } });
     */
    create(body: ConnectSessionRequest, options: MintOptions = {}): Promise<MintedSession> {
        return this.#call('createConnectSession', { body }, options);
    }

    /**
     * Mints a token that lets an end user renew the credentials of one connection, which keeps its
     * id.
     * @param body the connection's `connection_id` and `integration_id`. Always send `end_user.id`,
     * the user who is signed in at your product: another user's connection is refused. One imported
     * without an end user is not: look up its owner first.
     * @param options as for `create`.
     * @returns as from `create`
     * @throws {ApiError} `end_user_mismatch` (403) for a connection of another end user,
     * `invalid_body` for an unknown one.
     * @see POST /connect/sessions/reconnect
     * @example
     * const { data } = await patchbay.connectSessions.reconnect({
     *     connection_id: connection.connection_id,
     *     integration_id: connection.provider_config_key,
     *     end_user: { id: 'user_1' }
     * });
     */
    reconnect(body: ReconnectSessionRequest, options: MintOptions = {}): Promise<MintedSession> {
        return this.#call('createReconnectSession', { body }, options);
    }

    /**
     * Ends an end user's sessions, such as when they leave your customer: their tokens stop
     * working, and what they have begun or what waits for approval is given up. Connections stay,
     * and so do share links.
     * @param whose `end_user_id`, your own id for the user. Sessions without an end user go on.
     * @throws {ApiError} `forbidden` for a key without `environment:connect_sessions:write`.
     * @see DELETE /connect/sessions
     * @example
     * await patchbay.connectSessions.delete({ end_user_id: 'user_1' });
     */
    delete(whose: Operations['deleteConnectSessions']['query']): Promise<Operations['deleteConnectSessions']['response']> {
        return this.#call('deleteConnectSessions', { query: whose });
    }
}
