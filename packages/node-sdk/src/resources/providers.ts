import type { Call, Operations } from '../operations.ts';

export type Provider = Operations['getProvider']['response']['data'];

/** The third-party APIs that the server knows. */
export class Providers {
    readonly #call: Call;
    constructor(call: Call) {
        this.#call = call;
    }

    /**
     * Lists providers.
     * @param filter.search only those whose name matches it.
     * @see GET /providers
     */
    list(filter: { search?: string } = {}): Promise<Operations['listProviders']['response']> {
        return this.#call('listProviders', { query: filter });
    }

    /**
     * Reads how to authenticate to one provider, and what to ask the end user for.
     * @throws {ApiError} `not_found`.
     * @see GET /providers/:provider
     */
    get(provider: string): Promise<Operations['getProvider']['response']> {
        return this.#call('getProvider', { params: { provider } });
    }
}
