import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { integrationId } from './primitives.ts';

const endpoint = z.object({
    method: z.string().describe('Its method.'),
    path: z.string().describe('Its path.'),
    group: z.string().nullable().describe('Under which heading documentation lists it.')
});
const jsonSchema = z.record(z.string(), z.unknown());

const config = z.object({
    id: z.string().nullable().describe('Id of the function; null: it is built in.'),
    name: z.string().describe('Its name.'),
    type: z.enum(['sync', 'action', 'on-event']).describe('What it is.'),
    runs: z.string().nullable().describe('How often a sync runs.'),
    auto_start: z.boolean().describe('Whether a sync starts with the connection.'),
    track_deletes: z.boolean().describe('Whether a sync deletes what a run has not saved.'),
    description: z.string().describe('What it does.'),
    scopes: z.array(z.string()).describe('OAuth scopes that it needs.'),
    metadata: z.record(z.string(), z.unknown()).describe('Description and scopes again, as the reference has them.'),
    returns: z.array(z.string()).describe('Models of a sync, or the output of an action.'),
    endpoints: z.array(endpoint).describe('Where its records are listed, or it is called, beside its name.'),
    input: z.string().nullable().describe('Name of the schema of the input.'),
    version: z.string().nullable().describe('Its version, as its author counts.'),
    last_deployed: z.string().nullable().describe('When it was deployed; null: it is built in.'),
    enabled: z.boolean().describe('Whether it is switched on.'),
    json_schema: jsonSchema.nullable().describe('JSON Schema of its models, input and output, in `definitions`.'),
    sdk_version: z.string().nullable().describe('Version of the tool that compiled it.'),
    source: z.enum(['repo', 'catalog']).describe('`catalog`: it is built in.'),
    is_public: z.boolean().describe('Whether it is built in.'),
    webhookSubscriptions: z.array(z.string()).describe('Types of incoming webhooks that it handles.'),
    features: z.array(z.string()).describe('What it uses, such as `checkpoints`.'),
    event: z.string().nullable().describe('What a handler of events is run on.'),
    sync_type: z.enum(['full', 'incremental']).nullable().describe('Deprecated.'),
    attributes: z.record(z.string(), z.unknown()).describe('Anything else of it.')
});
export type FunctionConfig = z.input<typeof config>;

const ofIntegration = z.object({
    providerConfigKey: z.string().describe('Id of the integration.'),
    provider: z.string().describe('Its provider.'),
    syncs: z.array(config).describe('Its syncs.'),
    actions: z.array(config).describe('Its actions.'),
    'on-events': z.array(config).describe('Its handlers of events.')
});

const tool = z.object({
    name: z.string().describe('Name of the action, with its integration where another one has an action of the name.'),
    description: z.string().describe('What it does.'),
    parameters: z
        .object({
            type: z.literal('object').describe('Always `object`.'),
            properties: jsonSchema.describe('The fields of its input, as JSON Schema.'),
            required: z.array(z.string()).describe('Fields that have to be there.')
        })
        .describe('Its input.')
});

export const getScriptsConfig = defineEndpoint({
    id: 'getScriptsConfig',
    method: 'GET',
    path: '/scripts/config',
    summary: 'The functions of this environment as the reference lists them, or its actions as tools for a language model.',
    auth: ['secret_key'],
    scope: 'environment:functions:read',
    query: z.strictObject({
        format: z
            .enum(['nango', 'openai'])
            .default('nango')
            .describe('`nango`, as by default: all, by integration. `openai`: the actions that are switched on, as tools.'),
        provider_config_key: integrationId.optional().describe('Only those of this integration.')
    }),
    success: {
        status: 200,
        body: z.union([z.array(ofIntegration), z.object({ data: z.array(tool).describe('The tools.') })]),
        example: {
            data: [
                {
                    name: 'create-note',
                    description: 'Adds a note to a candidate.',
                    parameters: { type: 'object', properties: { body: { type: 'string' } }, required: ['body'] }
                }
            ]
        }
    },
    example: { query: { format: 'openai' } }
});
