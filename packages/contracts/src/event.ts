import { z } from 'zod';
import { authEvent, authExample, endUserExample, eventEndUser, refreshEventError } from './auth-event.ts';
import { exampleIds, exampleTimes } from './example.ts';
import { isoDateTime } from './primitives.ts';

const ofConnection = { connectionId: z.string(), providerConfigKey: z.string() };
const connectionExample = { connectionId: 'c1', providerConfigKey: 'github' };
const eventError = z.object({ type: z.string(), description: z.string() });

const aboutSync = {
    from: z.literal('patchbay'),
    type: z.literal('sync'),
    ...ofConnection,
    syncName: z.string(),
    syncVariant: z.string(),
    model: z.string(),
    syncType: z.enum(['INITIAL', 'INCREMENTAL', 'WEBHOOK'])
};
const syncExample = {
    from: 'patchbay',
    type: 'sync',
    ...connectionExample,
    syncName: 'issues',
    syncVariant: 'base',
    model: 'Issue',
    syncType: 'INCREMENTAL'
} as const;
const checkpoint = z.record(z.string(), z.unknown()).nullable();

const syncSucceeded = z
    .object({
        ...aboutSync,
        success: z.literal(true),
        modifiedAfter: isoDateTime,
        queryTimeStamp: isoDateTime,
        responseResults: z.object({ added: z.int(), updated: z.int(), deleted: z.int() }),
        checkpoints: z.object({ from: checkpoint, to: checkpoint }).optional()
    })
    .meta({
        description: 'A run of a sync ended. One event for each model.',
        examples: [
            {
                ...syncExample,
                success: true,
                modifiedAfter: exampleTimes.created,
                queryTimeStamp: exampleTimes.created,
                responseResults: { added: 1, updated: 0, deleted: 0 },
                checkpoints: { from: null, to: { cursor: '42' } }
            }
        ]
    });

const syncFailed = z
    .object({ ...aboutSync, success: z.literal(false), error: eventError, startedAt: isoDateTime, failedAt: isoDateTime })
    .meta({
        description: 'A run of a sync failed.',
        examples: [
            {
                ...syncExample,
                success: false,
                error: { type: 'script_http_error', description: 'GitHub responded with 500.' },
                startedAt: exampleTimes.created,
                failedAt: exampleTimes.updated
            }
        ]
    });

const recordChanged = z
    .object({
        from: z.literal('patchbay'),
        type: z.literal('record.changed'),
        ...ofConnection,
        model: z.string(),
        variant: z.string(),
        recordId: z.string(),
        action: z.enum(['added', 'updated', 'deleted']),
        origin: z.enum(['us', 'vendor'])
    })
    .meta({
        description:
            'A sync has found a record added, changed or deleted at the provider. It is only sent to endpoints that name it in `events`.',
        examples: [
            {
                from: 'patchbay',
                type: 'record.changed',
                ...connectionExample,
                model: 'Issue',
                variant: 'base',
                recordId: '4711',
                action: 'updated',
                origin: 'vendor'
            }
        ]
    });

const asyncActionEvent = z
    .object({
        from: z.literal('patchbay'),
        type: z.literal('async_action'),
        ...ofConnection,
        payload: z.object({ id: z.uuid(), statusUrl: z.string() })
    })
    .meta({
        description: 'An asynchronous action ended, well or not. Get its result from `statusUrl`.',
        examples: [
            {
                from: 'patchbay',
                type: 'async_action',
                ...connectionExample,
                payload: { id: exampleIds.attempt, statusUrl: `/action/${exampleIds.attempt}` }
            }
        ]
    });

const functionFailed = z
    .object({
        from: z.literal('patchbay'),
        type: z.literal('function.failed'),
        ...ofConnection,
        functionType: z.enum(['on-event', 'webhook']),
        functionName: z.string(),
        runId: z.uuid(),
        error: eventError
    })
    .meta({
        description:
            'A function failed that ran on an event of a connection, or on a webhook of the provider. `GET /functions/runs/:id` has its log.',
        examples: [
            {
                from: 'patchbay',
                type: 'function.failed',
                ...connectionExample,
                functionType: 'on-event',
                functionName: 'invite-bot',
                runId: exampleIds.attempt,
                error: { type: 'script_http_error', description: 'The provider responded with status 500.' }
            }
        ]
    });

const forwardEvent = z
    .object({
        from: z.string(),
        type: z.literal('forward'),
        connectionId: z.string().optional(),
        providerConfigKey: z.string(),
        payload: z.unknown()
    })
    .meta({
        description:
            'A webhook of a provider, which `from` names. Without `connectionId` it is about no connection that there is; `payload` alone is then delivered.',
        examples: [{ from: 'github', type: 'forward', ...connectionExample, payload: { action: 'opened', issue: { number: 1 } } }]
    });

const aboutConnection = {
    from: z.literal('patchbay'),
    environment: z.string(),
    ...ofConnection,
    provider: z.string(),
    authMode: z.string(),
    tags: z.record(z.string(), z.string()),
    endUser: eventEndUser.optional()
};
const { type: _, ...aboutExample } = authExample;

const connectionBroken = z.object({ ...aboutConnection, type: z.literal('connection.broken'), error: refreshEventError }).meta({
    description: 'A connection cannot be used until its end user connects again.',
    examples: [
        {
            ...aboutExample,
            type: 'connection.broken',
            endUser: endUserExample,
            error: { type: 'refresh_token_external_error', description: 'GitHub has ended the access (invalid_grant).' }
        }
    ]
});

const connectionHealed = z.object({ ...aboutConnection, type: z.literal('connection.healed') }).meta({
    description: 'A connection that was broken can be used again.',
    examples: [{ ...aboutExample, type: 'connection.healed', endUser: endUserExample }]
});

const connectionDeleted = z
    .object({
        ...aboutConnection,
        type: z.literal('connection.deleted'),
        initiator: z.enum(['end_user', 'backend']),
        // Missing in events that older servers have recorded.
        connectionCreatedAt: isoDateTime.optional()
    })
    .meta({
        description:
            'A connection was deleted, by its end user or by a backend; it had been created at `connectionCreatedAt`. Of the end user it has the ids alone, and no tags.',
        examples: [
            {
                ...aboutExample,
                type: 'connection.deleted',
                tags: {},
                initiator: 'backend',
                connectionCreatedAt: exampleTimes.created,
                endUser: endUserExample
            }
        ]
    });

const reconnectLinkSent = z
    .object({
        ...aboutConnection,
        type: z.literal('connection.reconnect_link'),
        link: z.string().nullable(),
        linkId: z.uuid(),
        expiresAt: isoDateTime,
        brokenSince: isoDateTime.nullable(),
        reason: z.object({ code: z.string(), message: z.string() }).nullable()
    })
    .meta({
        description:
            'A link to reconnect, for you to send to the end user: an admin has chosen “Send by webhook”. Who has `link` can reconnect the connection, so it is only sent to endpoints that name this event, is sealed until it is delivered, and is null in `GET /events` and once it has expired.',
        examples: [
            {
                ...aboutExample,
                type: 'connection.reconnect_link',
                endUser: endUserExample,
                link: 'https://connect.example.com/l/…',
                linkId: exampleIds.link,
                expiresAt: exampleTimes.later,
                brokenSince: exampleTimes.created,
                reason: { code: 'access_revoked', message: 'GitHub has ended the access.' }
            }
        ]
    });

const alertEvent = z
    .object({
        from: z.literal('patchbay'),
        type: z.literal('alert'),
        environment: z.string(),
        code: z.string(),
        message: z.string(),
        subject: z.object({ type: z.string(), id: z.string() })
    })
    .meta({
        description: 'Something needs the attention of an admin: `code` says what, `subject` where, and `message` what to do.',
        examples: [
            {
                from: 'patchbay',
                type: 'alert',
                environment: 'dev',
                code: 'webhook_endpoint_failing',
                message:
                    'Deliveries to https://example.com/webhooks/patchbay have failed for 24 hours. Patchbay stops sending after 5 days.',
                subject: { type: 'webhook_endpoint', id: exampleIds.endpoint }
            }
        ]
    });

const options = [
    authEvent,
    z.discriminatedUnion('success', [syncSucceeded, syncFailed]),
    recordChanged,
    asyncActionEvent,
    functionFailed,
    forwardEvent,
    connectionBroken,
    connectionHealed,
    connectionDeleted,
    reconnectLinkSent,
    alertEvent
] as const;

/** Every event for the customer's backend, by `type`. New types join this union. */
export const patchbayEvent = z.discriminatedUnion('type', options);
export type PatchbayEvent = z.output<typeof patchbayEvent>;
export type EventType = PatchbayEvent['type'];

/** Each kind of event: it has a description, and one example. */
export const eventKinds: readonly z.ZodObject[] = kindsOf(patchbayEvent);

function kindsOf(kind: unknown): z.ZodObject[] {
    if (kind instanceof z.ZodObject) return [kind];
    return kind instanceof z.ZodDiscriminatedUnion ? kind.options.flatMap(kindsOf) : [];
}

/** One of each kind. */
export const eventExamples = eventKinds.map((kind) => z.tuple([z.record(z.string(), z.unknown())]).parse(kind.meta()?.['examples'])[0]);
