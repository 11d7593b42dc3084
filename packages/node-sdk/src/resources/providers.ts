import type { Call, Operations } from '../operations.ts';

export type Provider = Operations['getProvider']['response']['data'];
export type ProviderFilter = NonNullable<Operations['listProviders']['query']>;

/** The third-party APIs that the server knows. */
export class Providers {
    readonly #call: Call;
    constructor(call: Call) {
        this.#call = call;
    }

    /**
     * Lists providers.
     * @param filter `search`, `category` and `auth_mode` choose; `limit` and `cursor` page.
     * @returns `data`, each as from `get`; with `limit` also `next_cursor`, null on the last page.
     * @throws {ApiError} `forbidden` for a key without the scope `environment:providers:read`.
     * @see GET /providers
     * @example
     * const { data } = await patchbay.providers.list({ search: 'hub' });
     */
    list(filter: ProviderFilter = {}): Promise<Operations['listProviders']['response']> {
        return this.#call('listProviders', { query: filter });
    }

    /**
     * Reads how to authenticate to one provider, and what to ask the end user for.
     * @param provider its `name` in the list.
     * @returns the provider, in `data`.
     * @throws {ApiError} `not_found`.
     * @see GET /providers/:provider
     * @example
     * const { data } = await patchbay.providers.get('hubspot');
     * use(data.auth_mode);
     */
    get(provider: string): Promise<Operations['getProvider']['response']> {
        return this.#call('getProvider', { params: { provider } });
    }
}
