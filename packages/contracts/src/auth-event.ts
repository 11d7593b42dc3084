import { z } from 'zod';
import { attemptCodes } from './attempt-codes.ts';

/** The end user of a connection that was made in a session, as events carry it. */
export const eventEndUser = z.object({
    endUserId: z.string(),
    endUserEmail: z.string().nullable(),
    organizationId: z.string().nullable(),
    tags: z.record(z.string(), z.string())
});
export type EventEndUser = z.output<typeof eventEndUser>;

/** The code of the attempt. Stored events lose `description` after a day. */
const attemptError = z.object({ type: z.enum(attemptCodes), description: z.string() });

/** Why credentials could not be refreshed; `connection_refresh_exhausted`: retries have ended. */
export const refreshEventError = z.object({
    type: z.enum(['refresh_token_external_error', 'connection_refresh_exhausted']),
    description: z.string()
});
export type RefreshEventError = z.output<typeof refreshEventError>;

/** What every auth event says. */
const about = {
    from: z.literal('patchbay'),
    type: z.literal('auth'),
    providerConfigKey: z.string(),
    provider: z.string(),
    authMode: z.string(),
    environment: z.string(),
    tags: z.record(z.string(), z.string())
};

export const authExample = {
    from: 'patchbay',
    type: 'auth',
    connectionId: 'c1',
    providerConfigKey: 'github',
    provider: 'github',
    authMode: 'OAUTH2',
    environment: 'dev',
    tags: { end_user_id: 'u1' }
} as const;

export const endUserExample = { endUserId: 'u1', endUserEmail: null, organizationId: 'o1', tags: {} };

const succeeded = z.literal(true);
const failed = z.literal(false);

const creationSucceeded = z
    .object({ ...about, operation: z.literal('creation'), success: succeeded, connectionId: z.string(), endUser: eventEndUser.optional() })
    .meta({
        description: 'A connection was created. Imports carry no `endUser`.',
        examples: [{ ...authExample, operation: 'creation', success: true, endUser: endUserExample }]
    });

/** `connectionId` was reserved for the connection. */
const creationFailed = z
    .object({ ...about, operation: z.literal('creation'), success: failed, connectionId: z.string(), error: attemptError })
    .meta({
        description: 'A connection could not be created, and the end user can do nothing about it.',
        examples: [
            {
                ...authExample,
                operation: 'creation',
                success: false,
                tags: {},
                error: { type: 'provider_down', description: 'The connection could not be made.' }
            }
        ]
    });

const overrideSucceeded = z
    .object({ ...about, operation: z.literal('override'), success: succeeded, connectionId: z.string(), endUser: eventEndUser.optional() })
    .meta({
        description: 'The credentials of a connection were replaced. Imports carry no `endUser`.',
        examples: [{ ...authExample, operation: 'override', success: true, endUser: endUserExample }]
    });

const overrideFailed = z
    .object({ ...about, operation: z.literal('override'), success: failed, connectionId: z.string(), error: attemptError })
    .meta({
        description: 'A reconnect failed, and the end user can do nothing about it. The connection stays as it was.',
        examples: [
            {
                ...authExample,
                operation: 'override',
                success: false,
                tags: {},
                error: { type: 'integration_misconfigured', description: 'The integration is switched off.' }
            }
        ]
    });

const refreshSucceeded = z
    .object({
        ...about,
        operation: z.literal('refresh'),
        success: succeeded,
        connectionId: z.string().optional(),
        endUser: eventEndUser.optional()
    })
    .meta({
        description: 'A reported failure to refresh is over. Without `connectionId` it was one of the OAuth app of the integration.',
        examples: [{ ...authExample, operation: 'refresh', success: true, endUser: endUserExample }]
    });

/** Recorded once per failure. */
const refreshFailed = z
    .object({
        ...about,
        operation: z.literal('refresh'),
        success: failed,
        connectionId: z.string().optional(),
        endUser: eventEndUser.optional(),
        error: refreshEventError
    })
    .meta({
        description: 'Credentials could not be refreshed. Without `connectionId` the provider refuses the OAuth app of the integration.',
        examples: [
            {
                ...authExample,
                operation: 'refresh',
                success: false,
                endUser: endUserExample,
                error: {
                    type: 'refresh_token_external_error',
                    description: 'GitHub has ended the access (invalid_grant). Ask the end user to connect again.'
                }
            }
        ]
    });

const deletionSucceeded = z
    .object({
        ...about,
        operation: z.literal('deletion'),
        success: succeeded,
        connectionId: z.string(),
        /** Who deleted it. `connection.deleted` tells of every deletion. */
        initiator: z.enum(['end_user']),
        endUser: eventEndUser
    })
    .meta({
        description: 'The end user deleted a connection in the Connect UI. Of the end user it has the ids alone, and no tags.',
        examples: [
            {
                ...authExample,
                operation: 'deletion',
                success: true,
                tags: {},
                initiator: 'end_user',
                endUser: endUserExample
            }
        ]
    });

/** What happened to the credentials of a connection, by `operation` and `success`. */
export const authEvent = z.discriminatedUnion('operation', [
    z.discriminatedUnion('success', [creationSucceeded, creationFailed]),
    z.discriminatedUnion('success', [overrideSucceeded, overrideFailed]),
    z.discriminatedUnion('success', [refreshSucceeded, refreshFailed]),
    z.discriminatedUnion('success', [deletionSucceeded])
]);
export type AuthEvent = z.output<typeof authEvent>;
