import type { Call, Operations } from '../operations.ts';

export type ConnectSessionRequest = NonNullable<Operations['createConnectSession']['body']>;
export type ReconnectSessionRequest = Operations['createReconnectSession']['body'];
export type MintedSession = Operations['createConnectSession']['response'];

export interface MintOptions {
    /** Repeating a call with the same key and body answers the first session again instead of minting a second one. At most 255 characters. */
    idempotencyKey?: string;
}

export class ConnectSessions {
    readonly #call: Call;
    constructor(call: Call) {
        this.#call = call;
    }

    /**
     * Mints a token that lets one end user connect integrations in your frontend. Answer only `data.token` to your page.
     * @param body `end_user.id` is your own id for the user; `allowed_integrations` limits what they are offered, `allowed_origins` which pages
     * may open the Connect UI with it.
     * @returns `data.token`; `data.expires_at` (ISO 8601, UTC; 30 minutes from now); `data.connect_link`, to send instead of embedding.
     * @throws {ApiError} `invalid_body` for an integration that does not exist, `idempotency_key_reused` for one key with two bodies.
     * @see POST /connect/sessions
     * @example
     * const { data } = await patchbay.connectSessions.create({ end_user: { id: 'user_1' } });
     */
    create(body: ConnectSessionRequest, options: MintOptions = {}): Promise<MintedSession> {
        return this.#call('createConnectSession', { body }, options);
    }

    /**
     * Mints a token that lets an end user renew the credentials of one connection, which keeps its id.
     * @param body which connection, by `connection_id` and `integration_id`. Always send `end_user.id`, the user who is signed in at your product: a
     * connection of another one is refused. One that was imported without an end user is not: look up whose it is first.
     * @returns as from `create`
     * @throws {ApiError} `end_user_mismatch` (403) for a connection of another end user, `invalid_body` for an unknown one.
     * @see POST /connect/sessions/reconnect
     */
    reconnect(body: ReconnectSessionRequest, options: MintOptions = {}): Promise<MintedSession> {
        return this.#call('createReconnectSession', { body }, options);
    }
}
