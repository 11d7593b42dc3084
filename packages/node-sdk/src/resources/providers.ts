import type { Call } from '@patchbay/api-client';
import type * as contract from '@patchbay/contracts';
import type { SuccessOut } from '@patchbay/contracts/browser';
import { getProvider, listProviders } from '../routes.ts';

export type Provider = SuccessOut<typeof contract.getProvider>['data'];

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
    list(filter: { search?: string } = {}): Promise<SuccessOut<typeof contract.listProviders>> {
        return this.#call(listProviders, { query: filter });
    }

    /**
     * Reads how to authenticate to one provider, and what to ask the end user for.
     * @throws {ApiError} `not_found`.
     * @see GET /providers/:provider
     */
    get(provider: string): Promise<SuccessOut<typeof contract.getProvider>> {
        return this.#call(getProvider, { params: { provider } });
    }
}
