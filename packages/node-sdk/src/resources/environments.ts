import type { Call, Operations } from '../operations.ts';

export type Environment = Operations['listEnvironments']['response']['data'][number];
export type NewEnvironment = NonNullable<Operations['createEnvironment']['body']>;

/** The environments of the server. Needs an account key (`pb_sk_account_…`) as `secretKey`. */
export class Environments {
    readonly #call: Call;
    constructor(call: Call) {
        this.#call = call;
    }

    /**
     * Lists the environments, and those that are still being removed.
     * @returns `data`.
     * @throws {ApiError} `forbidden` for a key without the scope `account:environments:read`.
     * @see GET /environments
     * @example
     * const account = new Patchbay({ secretKey: process.env.PATCHBAY_ACCOUNT_KEY });
     * const { data } = await account.environments.list();
     */
    list(): Promise<Operations['listEnvironments']['response']> {
        return this.#call('listEnvironments', {});
    }

    /**
     * Makes an environment. It has no keys yet: `keys.create` with its id makes the first one.
     * @param body.name 1 to 32 lower-case letters and digits.
     * @returns `data`, with its id.
     * @throws {ApiError} `conflict` when the name is taken; `resource_capped` when there are 100.
     * @see POST /environments
     * @example
     * const account = new Patchbay({ secretKey: process.env.PATCHBAY_ACCOUNT_KEY });
     * const { data } = await account.environments.create({ name: 'staging' });
     * const key = await account.keys.create({ environment_id: data.id, display_name: 'Backend' });
     */
    create(body: NewEnvironment): Promise<Operations['createEnvironment']['response']> {
        return this.#call('createEnvironment', { body });
    }

    /**
     * Deletes an environment with everything in it, its keys at once.
     * @param environmentId `id` from the list.
     * @param options.confirm its name: needed where it has connections, or is for production.
     * @throws {ApiError} `not_found`; `environment_not_empty` and `cannot_delete_prod_environment`
     * where that is not confirmed.
     * @see DELETE /environments/:environment_id
     * @example
     * const account = new Patchbay({ secretKey: process.env.PATCHBAY_ACCOUNT_KEY });
     * const { data } = await account.environments.list();
     * const old = data.find(({ name }) => name === 'staging');
     * if (old) await account.environments.delete(old.id, { confirm: 'staging' });
     */
    delete(environmentId: string, options: { confirm?: string } = {}): Promise<Operations['deleteEnvironment']['response']> {
        return this.#call('deleteEnvironment', { params: { environment_id: environmentId }, query: options });
    }
}
