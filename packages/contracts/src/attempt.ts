import { z } from 'zod';
import { attemptCodes, attemptStatuses } from './attempt-codes.ts';
import { defineEndpoint } from './endpoint.ts';
import { data, integrationId, isoDateTime } from './primitives.ts';

const typedValue = z.string().max(16_384);
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
    /** Fields the provider refused or that are malformed, where that is known. */
    errors: z.array(z.object({ path: z.array(z.string()), message: z.string() })).optional(),
    /** Set once the attempt succeeded. */
    connection_id: z.string().nullable(),
    is_new: z.boolean(),
    /** Where the popup goes: good once, for 60 seconds. Only in the answer that made it. */
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
        credentials: z.record(z.string().max(255), typedValue).optional(),
        connection_config: z.record(z.string().max(255), typedValue).optional(),
        locale: z.string().max(35).optional(),
        theme: z.enum(['light', 'dark', 'system']).optional()
    }),
    success: { status: 201, body: data(attemptView) },
    errors: { integration_not_allowed: true, invalid_connection: true },
    onConnectOrigin: true
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
    ...onAttempt
});

export const cancelAttempt = defineEndpoint({
    id: 'cancelAttempt',
    method: 'POST',
    path: '/connect/attempts/:attempt_id/cancel',
    summary: 'Give the attempt up. One that already ended stays as it ended.',
    errors: { unknown_attempt: true },
    ...onAttempt
});

export const relaunchAttempt = defineEndpoint({
    id: 'relaunchAttempt',
    method: 'POST',
    path: '/connect/attempts/:attempt_id/relaunch',
    summary: 'A new address for the sign-in; the former one stops working.',
    body: z.strictObject({ select_account: z.boolean().optional() }).optional(),
    errors: { unknown_attempt: true, conflict: true },
    ...onAttempt
});

export const selectAccount = defineEndpoint({
    id: 'selectAccount',
    method: 'POST',
    path: '/connect/attempts/:attempt_id/select',
    summary: 'Choose one of the accounts that the sign-in gives access to.',
    body: z.strictObject({ account_id: z.string().min(1).max(1024) }),
    errors: { unknown_attempt: true, conflict: true },
    ...onAttempt
});

export const acceptAccount = defineEndpoint({
    id: 'acceptAccount',
    method: 'POST',
    path: '/connect/attempts/:attempt_id/accept-account',
    summary: 'Move the connection to the account that signed in, although it was another before.',
    errors: { unknown_attempt: true, conflict: true },
    ...onAttempt
});

export const launchAttempt = defineEndpoint({
    id: 'launchAttempt',
    method: 'GET',
    path: '/connect/launch/:code',
    summary: 'The page a sign-in window opens: ties the attempt to this browser and goes on to the provider.',
    auth: [],
    params: z.object({ code: z.string() }),
    success: { status: 200, html: true },
    page: true
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
