import type { ConnectionKey } from './connections.ts';
import type { Call, Operations } from '../operations.ts';

export type FunctionView = Operations['listFunctions']['response']['data'][number];
export type FunctionList = NonNullable<Operations['listFunctions']['query']>;
export type FunctionChanges = Operations['updateFunction']['body'];
export type FunctionSettings = Operations['updateFunctionSettings']['body'];
export type NamedFunction = Operations['pauseFunctions']['body']['functions'][number];
export type FunctionRunFilter = NonNullable<Operations['listFunctionRuns']['query']>;
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
     * Switches actions and handlers of events off for one connection.
     * @param of the connection.
     * @param functions `type` and `name` of each; none only reads what is paused.
     * @returns `data.paused`: what is off for the connection now.
     * @throws {ApiError} `unknown_connection`, `not_found`.
     * @see POST /functions/pause
     * @example
     * const of = { connection_id: 'c1', provider_config_key: 'crm' };
     * await patchbay.functions.pause(of, [{ type: 'action', name: 'create-note' }]);
     */
    pause(of: ConnectionKey, functions: readonly NamedFunction[]): Promise<Operations['pauseFunctions']['response']> {
        return this.#call('pauseFunctions', { body: { ...of, functions: [...functions] } });
    }

    /**
     * Switches actions and handlers of events on again for one connection.
     * @param of the connection.
     * @param functions `type` and `name` of each.
     * @returns `data.paused`: what is still off for the connection.
     * @throws {ApiError} `unknown_connection`.
     * @see POST /functions/start
     * @example
     * const of = { connection_id: 'c1', provider_config_key: 'crm' };
     * await patchbay.functions.start(of, [{ type: 'action', name: 'create-note' }]);
     */
    start(of: ConnectionKey, functions: readonly NamedFunction[]): Promise<Operations['startFunctions']['response']> {
        return this.#call('startFunctions', { body: { ...of, functions: [...functions] } });
    }

    /**
     * Reads what functions of the environment may do and use.
     * @returns `data.read_credentials`: whether they may read credentials of its connections;
     * `data.limits`: what a run may use; `data.most`: the most that may be set.
     * @throws {ApiError} `forbidden` for a key without the scope `environment:settings:read`.
     * @see GET /environment/functions
     * @example
     * const { data } = await patchbay.functions.settings();
     * use(data.read_credentials);
     */
    settings(): Promise<Operations['getFunctionSettings']['response']> {
        return this.#call('getFunctionSettings', {});
    }

    /**
     * Changes what functions of the environment may do and use.
     * @param changes `read_credentials`, `limits`; what is absent stays.
     * @returns `data`: the settings.
     * @throws {ApiError} `forbidden`.
     * @see PATCH /environment/functions
     * @example
     * await patchbay.functions.updateSettings({ limits: { actions: { time_s: 600 } } });
     */
    updateSettings(changes: FunctionSettings): Promise<Operations['updateFunctionSettings']['response']> {
        return this.#call('updateFunctionSettings', { body: changes });
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

    /**
     * Compiles the code of one function. Nothing is stored or run.
     * @param source `code`: TypeScript whose default export is the function.
     * @returns `bundled_js` and its size.
     * @throws {ApiError} `compilation_error` with `payload.problems`, `overloaded`.
     * @see POST /functions/compile
     * @example
     * const code = 'export default createAction({ … });';
     * const { bundle_size_bytes } = await patchbay.functions.compile({ code });
     * use(bundle_size_bytes);
     */
    compile(source: { code: string }): Promise<Operations['compileFunction']['response']> {
        return this.#call('compileFunction', { body: source });
    }

    /**
     * Runs code for a connection without storing what it saves. Its requests do reach the provider.
     * @param run the code, its connection, and `input` or `checkpoint`.
     * @returns `id`, to ask for with {@link dryRun}.
     * @throws {ApiError} `integration_not_found`, `connection_not_found`.
     * @see POST /functions/dryruns
     * @example
     * const code = 'export default createAction({ … });';
     * const { id } = await patchbay.functions.startDryRun({
     *     integration_id: 'crm',
     *     connection_id: 'c1',
     *     function_type: 'action',
     *     code
     * });
     * use(id);
     */
    startDryRun(run: Operations['createDryRun']['body']): Promise<Operations['createDryRun']['response']> {
        return this.#call('createDryRun', { body: run });
    }

    /**
     * What has become of a dry run.
     * @param id of it.
     * @returns `status`; once it has ended `output` and `result`, or `error`.
     * @throws {ApiError} `dryrun_not_found`: it is kept for a day.
     * @see GET /functions/dryruns/:id
     * @example
     * const id = '0b8e1d2c-8a0f-4a55-9d51-7d3c0c8a4f11';
     * const { status, output } = await patchbay.functions.dryRun(id);
     * use([status, output]);
     */
    dryRun(id: string): Promise<Operations['getDryRun']['response']> {
        return this.#call('getDryRun', { params: { id } });
    }

    /**
     * Compiles and deploys one function, or switches a built-in one on.
     * @param deployment `type` is `function`, with its code, or `template`.
     * @returns `id`, to ask for with {@link deployment}.
     * @throws {ApiError} `integration_not_found`, `template_not_found`,
     * `template_already_deployed`.
     * @see POST /functions/deployments
     * @example
     * const { id } = await patchbay.functions.startDeployment({
     *     type: 'template',
     *     integration_id: 'crm',
     *     template: 'candidates'
     * });
     * use(id);
     */
    startDeployment(
        deployment: Operations['createFunctionDeployment']['body']
    ): Promise<Operations['createFunctionDeployment']['response']> {
        return this.#call('createFunctionDeployment', { body: deployment });
    }

    /**
     * What has become of a deployment.
     * @param id of it.
     * @returns `status`; once it has ended `deployed_functions`, or `error`.
     * @throws {ApiError} `deployment_not_found`: it is kept for a day.
     * @see GET /functions/deployments/:id
     * @example
     * const id = '0b8e1d2c-8a0f-4a55-9d51-7d3c0c8a4f11';
     * const { status } = await patchbay.functions.deployment(id);
     * use(status);
     */
    deployment(id: string): Promise<Operations['getFunctionDeployment']['response']> {
        return this.#call('getFunctionDeployment', { params: { id } });
    }

    /**
     * Tells what deploying bundles would add, change and delete. Nothing is changed.
     * @param bundles `functions` with their bundles, and where others are deleted.
     * @returns `created`, `updated`, `unchanged`, `deleted`.
     * @throws {ApiError} `provider_not_on_account`, `duplicate_function`, `invalid_function`.
     * @see POST /functions/deployments/bundle/preview
     * @example
     * const { deleted } = await patchbay.functions.previewBundle({
     *     reconciliationScope: { kind: 'environment' },
     *     functions: []
     * });
     * use(deleted);
     */
    previewBundle(bundles: Operations['previewBundle']['body']): Promise<Operations['previewBundle']['response']> {
        return this.#call('previewBundle', { body: bundles });
    }

    /**
     * Deploys bundles: all of them, or none where one is refused.
     * @param bundles `functions` with their bundles, and where others are deleted.
     * @returns `created`, `updated`, `unchanged`, `deleted`.
     * @throws {ApiError} `provider_not_on_account`, `duplicate_function`, `invalid_function`,
     * `concurrent_deployment`.
     * @see POST /functions/deployments/bundle
     * @example
     * await patchbay.functions.deployBundle({
     *     reconciliationScope: { kind: 'integration', integrationId: 'crm' },
     *     functions: []
     * });
     */
    deployBundle(bundles: Operations['deployBundle']['body']): Promise<Operations['deployBundle']['response']> {
        return this.#call('deployBundle', { body: bundles });
    }

    /**
     * Lists functions as the reference does, or actions as tools of a language model.
     * @param options `format`: `nango`, as by default, or `openai`; `provider_config_key`.
     * @returns a list by integration; with `openai` the tools in `data`.
     * @throws {ApiError} `forbidden` for a key without the scope `environment:functions:read`.
     * @see GET /scripts/config
     * @example
     * const tools = await patchbay.functions.config({ format: 'openai' });
     * use(tools);
     */
    config(options: NonNullable<Operations['getScriptsConfig']['query']> = {}): Promise<Operations['getScriptsConfig']['response']> {
        return this.#call('getScriptsConfig', { query: options });
    }

    /**
     * Lists runs of functions, the newest first. They are kept for 7 days.
     * @param filter `integration_id`, `connection_id`, `type`, `name` and `status` choose; `limit`
     * and `cursor` page.
     * @returns `data`, and `next_cursor` for the next page; null: there is none.
     * @throws {ApiError} `invalid_cursor`.
     * @see GET /functions/runs
     * @example
     * const { data } = await patchbay.functions.runs({ status: 'failed' });
     * for (const { name, error } of data) use([name, error?.message]);
     */
    runs(filter: FunctionRunFilter = {}): Promise<Operations['listFunctionRuns']['response']> {
        return this.#call('listFunctionRuns', { query: filter });
    }

    /**
     * One run, with its log and where it failed.
     * @param id of the run.
     * @returns `data`: the run.
     * @throws {ApiError} `not_found`.
     * @see GET /functions/runs/:id
     * @example
     * const { data } = await patchbay.functions.run('0b9f2f55-8c34-4a1e-9d61-f5b8a5a30d0f');
     * for (const { at, level, message } of data.log) use([at, level, message]);
     */
    run(id: string): Promise<Operations['getFunctionRun']['response']> {
        return this.#call('getFunctionRun', { params: { id } });
    }

    /**
     * Ends a run; one on another server within 10 seconds. What it has done stays done.
     * @param id of the run.
     * @returns `data`: the run, which may not have ended yet.
     * @throws {ApiError} `not_found`; `conflict`: it has ended before.
     * @see POST /functions/runs/:id/cancel
     * @example
     * await patchbay.functions.cancelRun('0b9f2f55-8c34-4a1e-9d61-f5b8a5a30d0f');
     */
    cancelRun(id: string): Promise<Operations['cancelFunctionRun']['response']> {
        return this.#call('cancelFunctionRun', { params: { id } });
    }

    /**
     * Runs again what has failed.
     * @param id of the failed run.
     * @returns `data.run_id` of the new run; null for a sync, whose run gets its id as it begins.
     * @throws {ApiError} `not_found`, `run_not_repeatable`.
     * @see POST /functions/runs/:id/retry
     * @example
     * const { data } = await patchbay.functions.retryRun('0b9f2f55-8c34-4a1e-9d61-f5b8a5a30d0f');
     * use(data.run_id);
     */
    retryRun(id: string): Promise<Operations['retryFunctionRun']['response']> {
        return this.#call('retryFunctionRun', { params: { id } });
    }
}
