import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds, exampleTimes } from './example.ts';
import { integrationId, isoDateTime } from './primitives.ts';

/** All functions of an environment in one request, with their maps. */
const MAX_DEPLOY_BYTES = 64 * 1024 * 1024;

export const functionName = z
    .string()
    .min(1)
    .max(255)
    .regex(/^[a-zA-Z0-9_-]+$/)
    .describe('Name of the function: letters, digits, `_` and `-`.');
const model = z
    .string()
    .max(255)
    .regex(/^[A-Z][a-zA-Z0-9_-]*$/);
const fileBody = z.strictObject({
    js: z.string().min(1).describe('The bundle: CommonJS in one file.'),
    ts: z.string().describe('The source, as its author wrote it.'),
    map: z
        .string()
        .optional()
        .describe(
            'The source map of the bundle, as JSON. Absent: the one in its last comment, if any; else errors name lines of the bundle.'
        )
});
const endpoint = z.strictObject({
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).describe('Its method.'),
    path: z
        .string()
        .min(1)
        .max(255)
        .regex(/^\/[^\s?#]*$/)
        .describe('Its path, such as `/contacts`.'),
    group: z.string().max(255).nullish().describe('Under which heading documentation lists it.')
});
const jsonSchema = z.record(z.string(), z.unknown());

const deployedFunction = z.strictObject({
    type: z.enum(['sync', 'action']).describe('What it is.'),
    syncName: functionName,
    providerConfigKey: integrationId,
    models: z.array(model).max(100).describe('Models of a sync: what its records are called.'),
    runs: z.string().max(255).nullable().describe('How often a sync runs, such as `every hour`; null of an action.'),
    auto_start: z.boolean().default(true).describe('Whether a sync starts with the connection; `true` by default.'),
    track_deletes: z.boolean().default(false).describe('Whether the sync deletes what a run has not saved; `false` by default.'),
    input: z.string().max(255).nullish().describe('Name of the schema of the input.'),
    endpoints: z.array(endpoint).max(100).nullish().describe('Where its records are listed, or it is called, beside its name.'),
    metadata: z
        .strictObject({
            scopes: z.array(z.string().max(255)).max(1000).nullish().describe('OAuth scopes that it needs.'),
            description: z.string().max(10_000).nullish().describe('What it does, in words.')
        })
        .nullish()
        .describe('What people should know of it.'),
    fileBody: fileBody.describe('Its code.'),
    version: z.string().max(255).nullish().describe('Its version, as its author counts.'),
    webhookSubscriptions: z.array(z.string().max(255)).max(1000).nullish().describe('Types of incoming webhooks that it handles.'),
    models_json_schema: jsonSchema.nullish().describe('JSON Schema of its models, input and output, in `definitions`.'),
    features: z.array(z.string().max(255)).max(100).nullish().describe('What it uses, such as `checkpoints`.'),
    sync_type: z.enum(['full', 'incremental']).nullish().describe('Deprecated, and ignored.'),
    attributes: jsonSchema.nullish().describe('Anything else of it; kept, and not used.')
});

export const onEventNames = ['post-connection-creation', 'pre-connection-deletion', 'validate-connection'] as const;

const onEventScripts = z
    .array(
        z.strictObject({
            providerConfigKey: integrationId,
            scripts: z
                .array(
                    z.strictObject({
                        name: functionName,
                        fileBody: fileBody.describe('Its code.'),
                        version: z.string().max(255).nullish().describe('Its version, as its author counts.'),
                        event: z.enum(onEventNames).describe('What it is run on.')
                    })
                )
                .max(1000)
                .describe('The handlers.')
        })
    )
    .max(1000);

const deployBody = z.strictObject({
    flowConfigs: z.array(deployedFunction).max(5000).describe('Syncs and actions.'),
    onEventScriptsByProvider: onEventScripts.optional().describe('Handlers of events, by integration. Absent: none.'),
    reconcile: z
        .boolean()
        .default(true)
        .describe('Whether functions are deleted that are deployed and not in the request; `true` by default. Otherwise they stay.'),
    debug: z.boolean().optional().describe('Ignored.'),
    deployMode: z
        .enum(['all', 'single', 'integration'])
        .default('all')
        .describe('`single` deletes nothing; `integration` only in the integrations that the request names; `all` everywhere.'),
    singleDeployMode: z.boolean().optional().describe('Deprecated: `deployMode` is `single`.'),
    jsonSchema: jsonSchema.nullish().describe('Deprecated: a JSON Schema for all; `models_json_schema` of each function wins.'),
    sdkVersion: z.string().max(64).optional().describe('Version of the tool that compiled them.'),
    source: z.string().max(64).optional().describe('Where they come from; kept, and not used.'),
    allowDestructive: z
        .boolean()
        .default(true)
        .describe('Whether functions may be deleted, a sync with its records; `true` by default. Otherwise the request is refused.')
});
export type DeployBody = z.output<typeof deployBody>;

const planned = z.object({
    name: z.string().describe('Name of the function.'),
    providerConfigKey: z.string().describe('Id of the integration.'),
    auto_start: z.boolean().optional().describe('Whether a sync starts with the connection.'),
    enabled: z.boolean().optional().describe('Whether it is switched on.'),
    sync_id: z.string().optional().describe('Id of the function, once it is deployed.'),
    connections: z.int().optional().describe('Of a sync: how many connections have it, or get it.')
});
export type PlannedFunction = z.output<typeof planned>;
const list = (what: string) => z.array(planned).describe(what);

const plan = z.object({
    newSyncs: list('Syncs that are added.'),
    updatedSyncs: list('Syncs that are changed; those whose code is the same are not.'),
    deletedSyncs: list('Syncs that are deleted, with their records.'),
    newActions: list('Actions that are added.'),
    updatedActions: list('Actions that are changed.'),
    deletedActions: list('Actions that are deleted.'),
    newOnEventScripts: list('Handlers of events that are added.'),
    updatedOnEventScripts: list('Handlers that are changed.'),
    deletedOnEventScripts: list('Handlers that are deleted.'),
    deletedModels: z.array(z.string()).describe('Models of which no sync is left.')
});
export type DeployPlan = z.output<typeof plan>;

const deployErrors = {
    provider_not_on_account: true,
    duplicate_function: true,
    invalid_function: true,
    missing_required_fields_on_deploy: true,
    deploy_missing_json_schema_model: true
} as const;

const exampleFunction = {
    type: 'action',
    syncName: 'create-contact',
    providerConfigKey: exampleIds.integration,
    models: [],
    runs: null,
    fileBody: { js: 'exports.default = { … };', ts: 'export default createAction({ … });' }
} satisfies z.input<typeof deployedFunction>;
const exampleRequest = { body: { flowConfigs: [exampleFunction] } };
const examplePlanned = { name: 'create-contact', providerConfigKey: exampleIds.integration };
const examplePlan: z.output<typeof plan> = {
    newSyncs: [],
    updatedSyncs: [],
    deletedSyncs: [],
    newActions: [examplePlanned],
    updatedActions: [],
    deletedActions: [],
    newOnEventScripts: [],
    updatedOnEventScripts: [],
    deletedOnEventScripts: [],
    deletedModels: []
};

export const confirmDeploy = defineEndpoint({
    id: 'confirmDeploy',
    method: 'POST',
    path: '/sync/deploy/confirmation',
    summary: 'What a deployment would add, change and delete. Nothing is changed.',
    auth: ['secret_key'],
    scope: 'environment:functions:write',
    body: deployBody.extend({ nangoYamlBody: z.string().optional().describe('Ignored.') }),
    maxBodyBytes: MAX_DEPLOY_BYTES,
    success: { status: 200, body: plan, example: examplePlan },
    errors: deployErrors,
    example: exampleRequest
});

export const deployFunctions = defineEndpoint({
    id: 'deployFunctions',
    method: 'POST',
    path: '/sync/deploy',
    summary: 'Deploy functions: all of them, or none where one is refused.',
    auth: ['secret_key'],
    scope: 'environment:functions:write',
    body: deployBody.extend({ nangoYamlBody: z.string().optional().describe('Ignored.') }),
    maxBodyBytes: MAX_DEPLOY_BYTES,
    success: {
        status: 200,
        body: z.array(
            z.object({
                id: z.uuid().describe('Id of the function.'),
                name: z.string().describe('Its name.'),
                providerConfigKey: z.string().describe('Id of the integration.'),
                type: z.enum(['sync', 'action', 'on-event']).describe('What it is.'),
                version: z.string().nullable().describe('Its version, as its author counts.'),
                models: z.array(z.string()).describe('Models of a sync.'),
                input: z.string().nullable().describe('Name of the schema of the input.'),
                runs: z.string().nullable().describe('How often a sync runs.'),
                last_deployed: isoDateTime.describe('When it was deployed.')
            })
        ),
        example: [
            {
                id: exampleIds.attempt,
                name: 'create-contact',
                providerConfigKey: exampleIds.integration,
                type: 'action',
                version: '1.0.0',
                models: [],
                input: null,
                runs: null,
                last_deployed: exampleTimes.created
            }
        ]
    },
    errors: { ...deployErrors, concurrent_deployment: true },
    example: exampleRequest
});
