import type { Call, Operations } from '../operations.ts';

export type Integration = Operations['getIntegration']['response']['data'];
export type NewIntegration = Operations['createIntegration']['body'];
export type IntegrationStatus = Operations['getIntegrationStatus']['response']['data'];
export type StatusOptions = NonNullable<Operations['listIntegrationStatus']['query']>;
export type IntegrationChanges = NonNullable<Operations['updateIntegration']['body']>;

/** A provider as configured in your environment, named by its `unique_key`. */
export class Integrations {
    readonly #call: Call;
    constructor(call: Call) {
        this.#call = call;
    }

    /**
     * What the provider of an integration supports of the unified endpoints.
     * @param id `unique_key` of the integration.
     * @returns `data`: each endpoint of its category with `support` and a `note`; empty where the
     * provider has no functions.
     * @throws {ApiError} `not_found`.
     * @see GET /integrations/:id/capabilities
     * @example
     * const { data } = await patchbay.integrations.capabilities('crm');
     * for (const { method, path, support } of data) use([method, path, support]);
     */
    capabilities(id: string): Promise<Operations['listCapabilities']['response']> {
        return this.#call('listCapabilities', { params: { id } });
    }

    /**
     * Lists the integrations of the environment.
     * @param options.include `connections` adds how many connections each has. Default: none.
     * @returns `data`: all of them, without the credentials of their OAuth apps.
     * @throws {ApiError} `forbidden` for a key without the scope `environment:integrations:read`.
     * @see GET /integrations
     * @example
     * const { data } = await patchbay.integrations.list();
     */
    list(options: { include?: 'connections'[] } = {}): Promise<Operations['listIntegrations']['response']> {
        return this.#call('listIntegrations', { query: options });
    }

    /**
     * Configures a provider.
     * @param body `unique_key` is an id of your choice. `credentials` is the app you registered
     * with the provider, for OAuth only. `display_name` is shown to end users in the Connect UI;
     * default: the provider's name.
     * @returns the integration; `data.redirect_uri` is what to register with an OAuth provider.
     * @throws {ApiError} `invalid_body` for an unknown provider, a `unique_key` that is taken, or
     * credentials that the provider does not use.
     * @see POST /integrations
     * @example
     * const { data } = await patchbay.integrations.create({
     *     provider: 'hubspot',
     *     unique_key: 'crm',
     *     credentials: { type: 'OAUTH2', client_id: 'an-id', client_secret: 'a-secret' }
     * });
     */
    create(body: NewIntegration): Promise<Operations['createIntegration']['response']> {
        return this.#call('createIntegration', { body });
    }

    /**
     * Reads one integration.
     * @param id its `unique_key`.
     * @param options.include `credentials` adds the OAuth app, `webhook` the address for the
     * provider's webhooks, `connections` how many there are. Default: none.
     * @returns the integration, in `data`.
     * @throws {ApiError} `not_found`, or `forbidden` for credentials that the key has no scope for.
     * @see GET /integrations/:id
     * @example
     * const { data } = await patchbay.integrations.get('crm', { include: ['webhook'] });
     */
    get(
        id: string,
        options: { include?: ('webhook' | 'credentials' | 'connections')[] } = {}
    ): Promise<Operations['getIntegration']['response']> {
        return this.#call('getIntegration', { params: { id }, query: options });
    }

    /**
     * Changes an integration.
     * @param id its `unique_key`.
     * @param body what to change; what is absent stays.
     * @returns the integration as it is now, in `data`.
     * @throws {ApiError} `not_found`; `invalid_body` for renaming one that has connections;
     * `conflict` where it is not as `expected_updated_at` says.
     * @see PATCH /integrations/:id
     * @example
     * await patchbay.integrations.update('crm', { display_name: 'CRM' });
     */
    update(id: string, body: IntegrationChanges): Promise<Operations['updateIntegration']['response']> {
        return this.#call('updateIntegration', { params: { id }, body });
    }

    /**
     * Deletes an integration with all its connections.
     * @param id its `unique_key`.
     * @returns `success: true`; their access is revoked at the provider afterwards.
     * @throws {ApiError} `not_found`.
     * @see DELETE /integrations/:id
     * @example
     * await patchbay.integrations.delete('crm');
     */
    delete(id: string): Promise<Operations['deleteIntegration']['response']> {
        return this.#call('deleteIntegration', { params: { id } });
    }

    /**
     * Says how each integration is, or each provider, by what the calls of this environment came
     * to.
     * @param options.by `provider` puts the integrations of a provider together.
     * @param options.cursor `next_cursor` of the page before.
     * @returns `data`, in the order of their ids, and `next_cursor`, null on the last page.
     * @throws {ApiError} `forbidden` for a key without the scope `environment:integrations:read`.
     * @see GET /integrations/status
     * @example
     * const { data } = await patchbay.integrations.statuses({ by: 'provider' });
     */
    statuses(options: StatusOptions = {}): Promise<Operations['listIntegrationStatus']['response']> {
        return this.#call('listIntegrationStatus', { query: options });
    }

    /**
     * Says how an integration is, and how it was hour by hour.
     * @param id its `unique_key`.
     * @param options.hours how many hours of `history`, at most 2160. Default: 24.
     * @returns the status, in `data`.
     * @throws {ApiError} `not_found`.
     * @see GET /integrations/:id/status
     * @example
     * const { data } = await patchbay.integrations.status('crm', { hours: 168 });
     * if (data.state === 'down') console.log(data.evidence.join(' '));
     */
    status(
        id: string,
        options: NonNullable<Operations['getIntegrationStatus']['query']> = {}
    ): Promise<Operations['getIntegrationStatus']['response']> {
        return this.#call('getIntegrationStatus', { params: { id }, query: options });
    }
}
