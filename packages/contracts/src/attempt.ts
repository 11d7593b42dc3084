import { z } from 'zod';
import { attemptCodes, attemptStatuses } from './attempt-codes.ts';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds } from './example.ts';
import { connectionId, data, integrationId, isoDateTime } from './primitives.ts';

const typedValue = z.string().max(16_384);

/** How the sign-in is opened, where it is not by the `launch_url` of the answer. */
const launchOptions = {
    /** A window that was opened before there was an address fetches it under this key, see `claimWindow`. Random, one per window. */
    window_key: z.string().min(32).max(255).optional(),
    /** In this tab, which then comes back here with `?connect_attempt=<id>`. One of the allowed return origins. */
    return_to: z
        .url({ protocol: /^https?$/ })
        .max(2048)
        .optional()
};

export const attemptView = z.object({
    attempt_id: z.uuid(),
    integration_id: z.string(),
    status: z.enum(attemptStatuses),
    /** Why it failed; set when `status` is failed, cancelled or expired. */
    code: z.enum(attemptCodes).nullable(),
    /** What the end user quotes to support, for example `C-7F3K2`. */
    ref: z.string(),
    /** The provider's own words, where it gave any. */
    provider_text: z.string().nullable(),
    /** Scopes that were asked for and not given, where `code` is missing_permissions and the provider tells. */
    missing_scopes: z.array(z.string()).nullable(),
    /** Set once the attempt succeeded. */
    connection_id: z.string().nullable(),
    is_new: z.boolean(),
    /** Where the sign-in is opened: good once, for 60 seconds. Only in the answer that made it, and not where a window fetches it. */
    launch_url: z.url().optional(),
    /** Accounts to choose from, when `status` is needs_choice. */
    options: z.array(z.object({ id: z.string(), label: z.string() })).nullable(),
    /** Whose the connection is and who signed in, when `status` is account_mismatch. */
    was: z.string().nullable(),
    now: z.string().nullable(),
    /** The account that was connected, in words. */
    account_label: z.string().nullable(),
    expires_at: isoDateTime,
    updated_at: isoDateTime
});

export type AttemptView = z.output<typeof attemptView>;

export const createAttempt = defineEndpoint({
    id: 'createAttempt',
    method: 'POST',
    path: '/connect/attempts',
    summary: 'Start one try at connecting: check credentials now, or get the address of the sign-in.',
    auth: ['connect_session'],
    headers: z.object({ 'idempotency-key': z.string().min(1).max(255).optional() }),
    body: z.strictObject({
        integration_id: integrationId,
        /** Renews this connection of the end user's instead of making another. */
        connection_id: connectionId.optional(),
        credentials: z.record(z.string().max(255), typedValue).optional(),
        connection_config: z.record(z.string().max(255), typedValue).optional(),
        locale: z.string().max(35).optional(),
        theme: z.enum(['light', 'dark', 'system']).optional(),
        ...launchOptions
    }),
    success: { status: 201, body: data(attemptView) },
    errors: { integration_not_allowed: true, invalid_connection: true },
    onConnectOrigin: true,
    example: { body: { integration_id: exampleIds.integration } }
});

/** What all endpoints onto one attempt share. */
const onAttempt = {
    auth: ['connect_session'],
    acceptsExpiredSession: true,
    params: z.object({ attempt_id: z.uuid() }),
    success: { status: 200, body: data(attemptView) },
    onConnectOrigin: true
} as const;

export const getAttempt = defineEndpoint({
    id: 'getAttempt',
    method: 'GET',
    path: '/connect/attempts/:attempt_id',
    summary: 'How the attempt stands. Poll it; Retry-After says when to look again.',
    errors: { unknown_attempt: true },
    ...onAttempt,
    example: { params: { attempt_id: exampleIds.attempt } }
});

/** Steps of the end user that only the browser knows. */
export const clientSteps = [
    'window_opened',
    'window_blocked',
    'window_lost',
    'window_reopened',
    'link_copied',
    'went_offline',
    'left'
] as const;

export const reportClientStep = defineEndpoint({
    id: 'reportClientStep',
    method: 'POST',
    path: '/connect/attempts/:attempt_id/steps',
    summary: 'What the browser saw of the attempt, for the timeline that support reads.',
    body: z.strictObject({ step: z.enum(clientSteps) }),
    errors: { unknown_attempt: true },
    ...onAttempt,
    success: { status: 204 },
    example: { params: { attempt_id: exampleIds.attempt }, body: { step: 'window_opened' } }
});

export const cancelAttempt = defineEndpoint({
    id: 'cancelAttempt',
    method: 'POST',
    path: '/connect/attempts/:attempt_id/cancel',
    summary: 'Give the attempt up. One that already ended stays as it ended.',
    errors: { unknown_attempt: true },
    ...onAttempt,
    example: { params: { attempt_id: exampleIds.attempt } }
});

export const relaunchAttempt = defineEndpoint({
    id: 'relaunchAttempt',
    method: 'POST',
    path: '/connect/attempts/:attempt_id/relaunch',
    summary: 'A new address for the sign-in; the former one stops working.',
    body: z
        .strictObject({
            select_account: z.boolean().optional(),
            ...launchOptions,
            /** The address is to be opened in another browser, by hand: good for 10 minutes, and it asks before it goes on. */
            by_hand: z.boolean().optional()
        })
        .optional(),
    errors: { unknown_attempt: true, conflict: true },
    ...onAttempt,
    example: { params: { attempt_id: exampleIds.attempt } }
});

export const selectAccount = defineEndpoint({
    id: 'selectAccount',
    method: 'POST',
    path: '/connect/attempts/:attempt_id/select',
    summary: 'Choose one of the accounts that the sign-in gives access to.',
    body: z.strictObject({ account_id: z.string().min(1).max(1024) }),
    errors: { unknown_attempt: true, conflict: true },
    ...onAttempt,
    example: { params: { attempt_id: exampleIds.attempt }, body: { account_id: 'sample' } }
});

export const acceptAccount = defineEndpoint({
    id: 'acceptAccount',
    method: 'POST',
    path: '/connect/attempts/:attempt_id/accept-account',
    summary: 'Move the connection to the account that signed in, although it was another before.',
    errors: { unknown_attempt: true, conflict: true },
    ...onAttempt,
    example: { params: { attempt_id: exampleIds.attempt } }
});

export const claimWindow = defineEndpoint({
    id: 'claimWindow',
    method: 'POST',
    path: '/connect/windows/claim',
    summary: "Where the sign-in's window goes; good once per key. null while the attempt is being made.",
    auth: [],
    body: z.strictObject({ window_key: z.string().min(32).max(255) }),
    maxBodyBytes: 1024,
    success: { status: 200, body: data(z.object({ launch_url: z.url().nullable() })) },
    onConnectOrigin: true,
    example: { body: { window_key: 'unknown'.padEnd(43, '-') } }
});

const timelineEntry = z.object({
    at: isoDateTime,
    step: z.string(),
    /** What happened, in English words, for support. */
    text: z.string()
});

/** One try at connecting, as support sees it: what happened when, and nothing about the person, unless the provider's words name them. */
export const attemptRecord = z.object({
    attempt_id: z.uuid(),
    ref: z.string(),
    integration_id: z.string(),
    provider: z.string(),
    /** The one that was made, or that was to be renewed. */
    connection_id: z.string().nullable(),
    status: z.enum(attemptStatuses),
    code: z.enum(attemptCodes).nullable(),
    is_reconnect: z.boolean(),
    /** One sentence: how far it came and what most likely went wrong. */
    summary: z.string(),
    /**
     * Why it failed, as the provider said it or as we know it: one line, at most 300 characters, without secrets. What is about the OAuth app
     * stands only here; the end user is not shown it. Null where there is nothing to say, and a day after the attempt's time.
     */
    provider_text: z.string().nullable(),
    timeline: z.array(timelineEntry),
    created_at: isoDateTime,
    updated_at: isoDateTime
});

export type AttemptRecord = z.output<typeof attemptRecord>;

export const listAttempts = defineEndpoint({
    id: 'listAttempts',
    method: 'GET',
    path: '/connect/attempts',
    summary: 'Tries at connecting in the last 30 days, newest first, each with its timeline.',
    auth: ['secret_key'],
    scope: 'environment:connections:read',
    query: z.strictObject({
        /** What the end user quoted, for example `C-7F3K2`; in any case, with or without `C-`. */
        ref: z.string().max(32).optional(),
        integration_id: integrationId.optional(),
        end_user_id: z.string().max(255).optional(),
        limit: z.coerce.number().int().min(1).max(100).default(20)
    }),
    success: { status: 200, body: data(z.array(attemptRecord)) }
});

export const launchAttempt = defineEndpoint({
    id: 'launchAttempt',
    method: 'GET',
    path: '/connect/launch/:code',
    summary: 'The page a sign-in window opens: ties the attempt to this browser and goes on to the provider.',
    auth: [],
    params: z.object({ code: z.string() }),
    success: { status: 200, html: true },
    page: true,
    example: { params: { code: 'unknown' } }
});

export const continueLaunch = defineEndpoint({
    id: 'continueLaunch',
    method: 'POST',
    path: '/connect/launch/:code',
    summary: 'Goes on to the provider, after the page of an address that was carried here by hand has asked.',
    auth: [],
    params: z.object({ code: z.string() }),
    success: { status: 200, html: true },
    page: true,
    example: { params: { code: 'unknown' } }
});

export const finishAttempt = defineEndpoint({
    id: 'finishAttempt',
    method: 'GET',
    path: '/oauth/callback',
    summary: 'Where providers send the browser back to. Register this address as the redirect URI.',
    auth: [],
    success: { status: 200, html: true },
    page: true
});
