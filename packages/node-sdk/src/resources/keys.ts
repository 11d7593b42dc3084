import type { Call } from '@patchbay/api-client';
import type * as contract from '@patchbay/contracts';
import type { CallInput, SuccessOut } from '@patchbay/contracts/browser';
import { createSecretKey, listSecretKeys, revokeSecretKey } from '../routes.ts';

export type SecretKey = SuccessOut<typeof contract.listSecretKeys>['data'][number];
export type NewSecretKey = CallInput<typeof contract.createSecretKey>['body'];

/** The secret keys of your environment. All of it needs a key that may manage keys, such as the environment's first. */
export class Keys {
    readonly #call: Call;
    constructor(call: Call) {
        this.#call = call;
    }

    /**
     * Lists the keys that work, without their secrets.
     * @see GET /environment/api-keys
     */
    list(): Promise<SuccessOut<typeof contract.listSecretKeys>> {
        return this.#call(listSecretKeys, {});
    }

    /**
     * Makes a key. Without `scopes` it may do everything but read raw credentials, manage keys and change settings.
     * @returns `data.secret` is the key itself, shown this once.
     * @throws {ApiError} `invalid_body` for a scope that does not exist.
     * @see POST /environment/api-keys
     */
    create(body: NewSecretKey): Promise<SuccessOut<typeof contract.createSecretKey>> {
        return this.#call(createSecretKey, { body });
    }

    /**
     * Revokes a key; it stops working at once.
     * @param keyId `id` from the list, not the secret.
     * @throws {ApiError} `not_found`; `conflict` for the key that this client uses: a key cannot revoke itself.
     * @see DELETE /environment/api-keys
     */
    revoke(keyId: string): Promise<SuccessOut<typeof contract.revokeSecretKey>> {
        return this.#call(revokeSecretKey, { body: { key_id: keyId } });
    }
}
