import type { Call, Operations } from '../operations.ts';

export type SecretKey = Operations['listSecretKeys']['response']['data'][number];
export type NewSecretKey = Operations['createSecretKey']['body'];

export type KeyRotation = NonNullable<Operations['rotateSecretKey']['body']>;

export type KeyExtension = Operations['extendSecretKey']['body'];

export type OfEnvironment = NonNullable<Operations['listSecretKeys']['query']>;

/**
 * The secret keys of your environment. Needs a key that may manage keys, such as the first one, or
 * an account key, with which each call names its `environment_id`.
 */
export class Keys {
    readonly #call: Call;
    constructor(call: Call) {
        this.#call = call;
    }

    /**
     * Lists the keys that work, without their secrets.
     * @param of.environment_id with an account key.
     * @returns `data`, with each key's scopes and last use.
     * @throws {ApiError} `forbidden` for a key without the scope `environment:api_keys:write`.
     * @see GET /environment/api-keys
     * @example
     * const { data } = await patchbay.keys.list();
     */
    list(of: OfEnvironment = {}): Promise<Operations['listSecretKeys']['response']> {
        return this.#call('listSecretKeys', { query: of });
    }

    /**
     * Makes a key.
     * @param body a name, and what the key may do: without `scopes` everything but reading raw
     * credentials, managing keys and changing settings.
     * @returns `data.secret` is the key itself, shown only once.
     * @throws {ApiError} `invalid_body` for a scope that does not exist.
     * @see POST /environment/api-keys
     * @example
     * const { data } = await patchbay.keys.create({
     *     display_name: 'Reports',
     *     scopes: ['environment:connections:read']
     * });
     * save(data.secret);
     */
    create(body: NewSecretKey): Promise<Operations['createSecretKey']['response']> {
        return this.#call('createSecretKey', { body });
    }

    /**
     * Makes a key with the name and scopes of another one, which works on for a day by default.
     * @param keyId `id` of the old key from the list, not the secret.
     * @param rotation.old_key_valid_for seconds; `until_used`: until an hour after the first
     * request with the new key, at most 30 days; 0 revokes the old key with what it made.
     * @returns `data.secret`, shown this once, and `data.old_key_valid_until`.
     * @throws {ApiError} `not_found`; `conflict` for a key that was rotated before; `forbidden` for
     * a key with more scopes.
     * @see POST /environment/api-keys/:key_id/rotate
     * @example
     * const { data: keys } = await patchbay.keys.list();
     * const old = keys.find((key) => key.display_name === 'Reports');
     * if (old) save((await patchbay.keys.rotate(old.id)).data.secret);
     */
    rotate(keyId: string, rotation: KeyRotation = {}): Promise<Operations['rotateSecretKey']['response']> {
        return this.#call('rotateSecretKey', { params: { key_id: keyId }, body: rotation });
    }

    /**
     * Lets a key that was rotated work longer, before it has ended.
     * @param keyId `id` of the old key from the list, not the secret.
     * @param extension.expires_at its new end, up to `extendable_until` of the list.
     * @returns `data`, the old key with its new end.
     * @throws {ApiError} `not_found`; `conflict` for a key that ends later already, that has no end
     * yet, or that this client uses; `invalid_body` for an end that is too late; `forbidden` for a
     * key with more scopes.
     * @see POST /environment/api-keys/:key_id/extend
     * @example
     * const { data: keys } = await patchbay.keys.list();
     * const old = keys.find((key) => key.replaced_by !== null);
     * const latest = old?.extendable_until;
     * if (old && latest) await patchbay.keys.extend(old.id, { expires_at: latest });
     */
    extend(keyId: string, extension: KeyExtension): Promise<Operations['extendSecretKey']['response']> {
        return this.#call('extendSecretKey', { params: { key_id: keyId }, body: extension });
    }

    /**
     * Revokes a key at once, and with it the sessions and share links that it made.
     * @param keyId `id` from the list, not the secret.
     * @param of.environment_id with an account key.
     * @returns `success: true`.
     * @throws {ApiError} `not_found`; `conflict` for the key that this client uses: a key cannot
     * revoke itself; `forbidden` for a key with more scopes.
     * @see DELETE /environment/api-keys/:key_id
     * @example
     * const { data: keys } = await patchbay.keys.list();
     * const old = keys.find((key) => key.display_name === 'Reports');
     * if (old) await patchbay.keys.revoke(old.id);
     */
    revoke(keyId: string, of: OfEnvironment = {}): Promise<Operations['revokeSecretKeyById']['response']> {
        return this.#call('revokeSecretKeyById', { params: { key_id: keyId }, query: of });
    }
}
