import { z } from 'zod';
import { functionName } from './deployment.ts';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds, exampleTimes } from './example.ts';
import { functionType } from './function.ts';
import { connectionId, integrationId, isoDateTime } from './primitives.ts';

const MAX_CODE_BYTES = 4 * 1024 * 1024;
const MAX_BUNDLE_CHARACTERS = 5 * 1024 * 1024;
/** A bundle, its map, and what it is given. */
const MAX_DRY_RUN_BYTES = 16 * 1024 * 1024;
const maxBundleBytes = 64 * 1024 * 1024;

const code = z
    .string()
    .min(1)
    .max(1024 * 1024)
    .describe('TypeScript of one function, which is its default export; up to 1 MiB.');
const exampleCode = "import { createAction } from '@patchbay/functions'; …";
const functionKind = z.enum(['sync', 'action']);
const status = z.enum(['waiting', 'running', 'success', 'failed']).describe('What has become of it.');
const started = {
    status: 202,
    body: z.object({
        id: z.uuid().describe('Id to ask for it with.'),
        status: status,
        created_at: isoDateTime.describe('When it was asked for.')
    })
} as const;
const exampleStarted = { id: exampleIds.attempt, status: 'waiting' as const, created_at: exampleTimes.created };

const failure = z
    .object({
        code: z.string().describe('What went wrong.'),
        message: z.string().describe('The same in words.'),
        payload: z.unknown().optional().describe('More about it.')
    })
    .optional()
    .describe('Of one that failed.');
const task = {
    id: z.uuid().describe('Its id.'),
    status,
    integration_id: z.string().describe('Id of the integration.'),
    created_at: isoDateTime.describe('When it was asked for.'),
    updated_at: isoDateTime.describe('When its status changed.'),
    started_at: isoDateTime.optional().describe('When it began.'),
    completed_at: isoDateTime.optional().describe('When it ended.'),
    duration_ms: z.int().optional().describe('How long it took, in milliseconds.'),
    error: failure
};
const exampleTask = {
    id: exampleIds.attempt,
    status: 'success' as const,
    integration_id: exampleIds.integration,
    created_at: exampleTimes.created,
    updated_at: exampleTimes.created
};
const taskParams = { params: z.object({ id: z.uuid().describe('Id that the request responded with.') }) };
const exampleParams = { params: { id: exampleIds.attempt } };

export const compileFunction = defineEndpoint({
    id: 'compileFunction',
    method: 'POST',
    path: '/functions/compile',
    summary: 'Compile the code of one function. Nothing is stored or run.',
    auth: ['secret_key'],
    scope: 'environment:functions:write',
    body: z.strictObject({ code }),
    maxBodyBytes: MAX_CODE_BYTES,
    success: {
        status: 200,
        body: z.object({
            bundle_size_bytes: z.int().describe('Size of the bundle in bytes.'),
            bundled_js: z.string().describe('The bundle: CommonJS in one file.'),
            compiled_at: isoDateTime.describe('When it was compiled.')
        }),
        example: { bundle_size_bytes: 1024, bundled_js: 'exports.default = { … };', compiled_at: exampleTimes.created }
    },
    errors: { overloaded: true },
    example: { body: { code: exampleCode } }
});

export const createDryRun = defineEndpoint({
    id: 'createDryRun',
    method: 'POST',
    path: '/functions/dryruns',
    summary:
        'Run code for a connection without storing what it saves. Its requests do reach the provider, also those that write. The response has the id to ask for.',
    auth: ['secret_key'],
    scope: 'environment:functions:write',
    body: z
        .strictObject({
            integration_id: integrationId,
            function_type: functionKind.describe('What the code is.'),
            code: code.optional().describe(`${code.description ?? ''} Or \`js\`.`),
            js: z
                .string()
                .min(1)
                .max(MAX_BUNDLE_CHARACTERS)
                .optional()
                .describe('A bundle in place of `code`: CommonJS, as the CLI makes it; up to 5 MiB.'),
            map: z.string().max(MAX_BUNDLE_CHARACTERS).optional().describe('The source map of the bundle, as JSON.'),
            connection_id: connectionId,
            input: z.unknown().optional().describe('Input of an action.'),
            metadata: z.record(z.string(), z.unknown()).optional().describe('Instead of the metadata of the connection.'),
            checkpoint: z.record(z.string(), z.unknown()).optional().describe('Where a sync resumes. Absent: at the beginning.'),
            last_sync_date: isoDateTime.optional().describe('When the sync is told that it ran before.')
        })
        .refine((body) => (body.code === undefined) !== (body.js === undefined), { error: 'Give either `code` or `js`.' }),
    maxBodyBytes: MAX_DRY_RUN_BYTES,
    success: { ...started, example: exampleStarted },
    errors: { integration_not_found: true, overloaded: true },
    example: {
        body: { integration_id: exampleIds.integration, function_type: 'action', code: exampleCode, connection_id: exampleIds.connection }
    }
});

export const getDryRun = defineEndpoint({
    id: 'getDryRun',
    method: 'GET',
    path: '/functions/dryruns/:id',
    summary: 'What has become of a dry run. It is kept for a day.',
    auth: ['secret_key'],
    scope: 'environment:functions:write',
    ...taskParams,
    success: {
        status: 200,
        body: z.object({
            ...task,
            function_type: functionKind.describe('What the code is.'),
            output: z.unknown().optional().describe('What an action has returned.'),
            result: z
                .unknown()
                .optional()
                .describe('Of a sync: `records`, `deleted` and `set_aside` by model, and the `checkpoint`; of both: `logs`.')
        }),
        example: { ...exampleTask, function_type: 'action', output: { id: '146' } }
    },
    example: exampleParams
});

export const createFunctionDeployment = defineEndpoint({
    id: 'createFunctionDeployment',
    method: 'POST',
    path: '/functions/deployments',
    summary: 'Compile and deploy the code of one function, or switch a built-in one on. The response has the id to ask for.',
    auth: ['secret_key'],
    scope: 'environment:functions:write',
    body: z.discriminatedUnion('type', [
        z.strictObject({
            type: z.literal('function').describe('Code of your own.'),
            integration_id: integrationId,
            function_name: functionName,
            function_type: functionKind.describe('What the code is.'),
            code,
            version: z.string().max(255).optional().describe('Its version, as you count.'),
            allow_destructive: z.boolean().optional().describe('Whether models of a sync may go with their records; `false` by default.')
        }),
        z.strictObject({
            type: z.literal('template').describe('A built-in function.'),
            integration_id: integrationId,
            template: functionName,
            function_type: functionKind.optional().describe('What it is; a sync, where both have the name.')
        })
    ]),
    maxBodyBytes: MAX_CODE_BYTES,
    success: { ...started, example: exampleStarted },
    errors: {
        integration_not_found: true,
        overloaded: true
    },
    example: {
        body: {
            type: 'function',
            integration_id: exampleIds.integration,
            function_name: 'create-contact',
            function_type: 'action',
            code: exampleCode
        }
    }
});

export const getFunctionDeployment = defineEndpoint({
    id: 'getFunctionDeployment',
    method: 'GET',
    path: '/functions/deployments/:id',
    summary: 'What has become of a deployment. It is kept for a day.',
    auth: ['secret_key'],
    scope: 'environment:functions:write',
    ...taskParams,
    success: {
        status: 200,
        body: z.object({
            ...task,
            function_name: z.string().describe('Name of the function.'),
            function_type: functionKind.nullable().describe('What it is.'),
            deployed: z.boolean().optional().describe('Whether it was deployed.'),
            deployed_functions: z
                .array(
                    z.object({
                        name: z.string().describe('Its name.'),
                        type: functionType.describe('What it is.'),
                        id: z.uuid().describe('Its id.')
                    })
                )
                .optional()
                .describe('What was deployed.')
        }),
        example: { ...exampleTask, function_name: 'create-contact', function_type: 'action', deployed: true }
    },
    example: exampleParams
});

const bundleBody = z.strictObject({
    reconciliationScope: z
        .discriminatedUnion('kind', [
            z.strictObject({ kind: z.literal('environment').describe('All integrations.') }),
            z.strictObject({ kind: z.literal('integration').describe('One integration.'), integrationId: integrationId })
        ])
        .describe('Where deployed functions are deleted that the request does not have.'),
    functions: z
        .array(
            z.strictObject({
                integrationId: integrationId,
                name: functionName,
                type: functionType.describe('What it is.'),
                js: z.string().min(1).describe('The bundle: CommonJS in one file. What it declares is read from it.'),
                ts: z.string().optional().describe('The source, as its author wrote it.'),
                map: z.string().optional().describe('The source map of the bundle, as JSON.')
            })
        )
        .max(5000)
        .describe('The functions.')
});
const changed = z.array(
    z.object({
        integrationId: z.string().describe('Id of the integration.'),
        name: z.string().describe('Name of the function.')
    })
);
const bundlePlan = z.object({
    created: changed.describe('Functions that are added.'),
    updated: changed.describe('Functions that are changed.'),
    unchanged: changed.describe('Functions that stay as they are.'),
    deleted: changed.describe('Functions that are deleted, syncs with their records.')
});
const bundleErrors = {
    provider_not_on_account: true,
    duplicate_function: true,
    invalid_function: true,
    function_engine_unavailable: true,
    runner_unavailable: true
} as const;
const exampleBundle = {
    body: {
        reconciliationScope: { kind: 'integration' as const, integrationId: exampleIds.integration },
        functions: [
            { integrationId: exampleIds.integration, name: 'create-contact', type: 'action' as const, js: 'exports.default = { … };' }
        ]
    }
};
const examplePlan: z.output<typeof bundlePlan> = {
    created: [{ integrationId: exampleIds.integration, name: 'create-contact' }],
    updated: [],
    unchanged: [],
    deleted: []
};

export const previewBundle = defineEndpoint({
    id: 'previewBundle',
    method: 'POST',
    path: '/functions/deployments/bundle/preview',
    summary: 'What deploying bundles would add, change and delete. Nothing is changed.',
    auth: ['secret_key'],
    scope: 'environment:functions:write',
    body: bundleBody,
    maxBodyBytes: maxBundleBytes,
    success: { status: 200, body: bundlePlan, example: examplePlan },
    errors: bundleErrors,
    example: exampleBundle
});

export const deployBundle = defineEndpoint({
    id: 'deployBundle',
    method: 'POST',
    path: '/functions/deployments/bundle',
    summary: 'Deploy bundles: all of them, or none where one is refused.',
    auth: ['secret_key'],
    scope: 'environment:functions:write',
    body: bundleBody,
    maxBodyBytes: maxBundleBytes,
    success: { status: 200, body: bundlePlan, example: examplePlan },
    errors: { ...bundleErrors, concurrent_deployment: true },
    example: exampleBundle
});

export const createFunctionInvocation = defineEndpoint({
    id: 'createFunctionInvocation',
    method: 'POST',
    path: '/functions/invocations',
    summary:
        'As at the reference, a request in the right form gets 501: run actions with `POST /action/trigger`, syncs with `POST /sync/trigger`.',
    auth: ['secret_key'],
    scope: 'environment:actions:execute',
    body: z.strictObject({
        connection_id: connectionId,
        integration_id: integrationId,
        name: functionName,
        input: z.unknown().optional().describe('Input of an action.'),
        invocation_type: z.enum(['wait', 'no_wait']).describe('Whether the response has the result.'),
        options: z.record(z.string(), z.unknown()).optional().describe('Not used.')
    }),
    maxBodyBytes: MAX_CODE_BYTES,
    success: { status: 204 },
    example: {
        body: {
            connection_id: exampleIds.connection,
            integration_id: exampleIds.integration,
            name: 'create-contact',
            invocation_type: 'wait'
        }
    }
});
