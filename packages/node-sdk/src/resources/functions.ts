import type { Call, Operations } from '../operations.ts';

export type FunctionView = Operations['listFunctions']['response']['data'][number];
export type FunctionList = NonNullable<Operations['listFunctions']['query']>;
export type FunctionChanges = Operations['updateFunction']['body'];
export type Deployment = Operations['deployFunctions']['body'];

/** The code of integrations: built-in and deployed syncs, actions and handlers of events. */
export class Functions {
    readonly #call: Call;
    constructor(call: Call) {
        this.#call = call;
    }

    /**
     * Lists functions, built-in and deployed ones together.
     * @param options `integration_id` and `type` choose; `limit` and `cursor` page.
     * @returns `data`, and `next_cursor` for the next page; null: there is none.
     * @throws {ApiError} `invalid_cursor`.
     * @see GET /functions
     * @example
     * const { data } = await patchbay.functions.list({ integration_id: 'crm' });
     * for (const { type, name, origin, enabled } of data) use([type, name, origin, enabled]);
     */
    list(options: FunctionList = {}): Promise<Operations['listFunctions']['response']> {
        return this.#call('listFunctions', { query: options });
    }

    /**
     * Switches a function of an integration on or off, or changes how often its sync runs.
     * @param integrationId `unique_key` of the integration.
     * @param type `sync`, `action` or `on-event`.
     * @param name of the function.
     * @param changes `enabled`, `frequency`; what is absent stays.
     * @returns `data`: the function.
     * @throws {ApiError} `unknown_provider_config`, `not_found`, `sync_interval_too_short`.
     * @see PATCH /integrations/:id/functions/:type/:name
     * @example
     * await patchbay.functions.update('crm', 'sync', 'candidates', { frequency: 'every 6 hours' });
     */
    update(
        integrationId: string,
        type: FunctionView['type'],
        name: string,
        changes: FunctionChanges
    ): Promise<Operations['updateFunction']['response']> {
        return this.#call('updateFunction', { params: { id: integrationId, type, name }, body: changes });
    }

    /**
     * The source of a function that was deployed, as its author wrote it.
     * @param integrationId `unique_key` of the integration.
     * @param type `sync`, `action` or `on-event`.
     * @param name of the function.
     * @returns `data.source`, and `data.hash` of the bundle that runs.
     * @throws {ApiError} `unknown_provider_config`, `not_found`.
     * @see GET /integrations/:id/functions/:type/:name/code
     * @example
     * const { data } = await patchbay.functions.code('crm', 'action', 'create-contact');
     * use(data.source);
     */
    code(integrationId: string, type: FunctionView['type'], name: string): Promise<Operations['getFunctionCode']['response']> {
        return this.#call('getFunctionCode', { params: { id: integrationId, type, name } });
    }

    /**
     * Tells what a deployment would add, change and delete. Nothing is changed.
     * @param deployment the functions with their bundles, as `patchbay deploy` sends them.
     * @returns lists of functions: `newSyncs`, `updatedSyncs`, `deletedSyncs`, and so on.
     * @throws {ApiError} `provider_not_on_account`, `duplicate_function`, `invalid_function`.
     * @see POST /sync/deploy/confirmation
     * @example
     * const { deletedSyncs } = await patchbay.functions.confirm({ flowConfigs: [] });
     * use(deletedSyncs);
     */
    confirm(deployment: Deployment): Promise<Operations['confirmDeploy']['response']> {
        return this.#call('confirmDeploy', { body: deployment });
    }

    /**
     * Deploys functions: all of them, or none where one is refused.
     * @param deployment the functions with their bundles, as `patchbay deploy` sends them.
     * @returns each function with its id.
     * @throws {ApiError} `provider_not_on_account`, `duplicate_function`, `invalid_function`,
     * `concurrent_deployment`, `destructive_deployment`.
     * @see POST /sync/deploy
     * @example
     * await patchbay.functions.deploy({ flowConfigs: [], allowDestructive: false });
     */
    deploy(deployment: Deployment): Promise<Operations['deployFunctions']['response']> {
        return this.#call('deployFunctions', { body: deployment });
    }

    /**
     * Lists the variables that functions get.
     * @returns each with `name` and `value`.
     * @throws {ApiError} `forbidden` for a key without the scope `environment:functions:write`.
     * @see GET /environment-variables
     * @example
     * const variables = await patchbay.functions.listVariables();
     * use(variables.map(({ name }) => name));
     */
    listVariables(): Promise<Operations['listEnvironmentVariables']['response']> {
        return this.#call('listEnvironmentVariables', {});
    }

    /**
     * Sets a variable for functions. Runs that begin afterwards get it.
     * @param name letters, digits and `_`.
     * @param variable `value`, up to 32 KiB.
     * @returns `success`, always true.
     * @throws {ApiError} `invalid_body` where there are 500 variables already.
     * @see PUT /environment-variables/:name
     * @example
     * await patchbay.functions.setVariable('REGION', { value: 'eu' });
     */
    setVariable(name: string, variable: { value: string }): Promise<Operations['setEnvironmentVariable']['response']> {
        return this.#call('setEnvironmentVariable', { params: { name }, body: variable });
    }

    /**
     * Deletes a variable.
     * @param name of the variable.
     * @returns `success`, always true.
     * @throws {ApiError} `not_found`.
     * @see DELETE /environment-variables/:name
     * @example
     * await patchbay.functions.deleteVariable('REGION');
     */
    deleteVariable(name: string): Promise<Operations['deleteEnvironmentVariable']['response']> {
        return this.#call('deleteEnvironmentVariable', { params: { name } });
    }
}
