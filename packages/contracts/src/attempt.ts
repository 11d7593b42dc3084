import { z } from 'zod';
import { attemptCodes, attemptStatuses } from './attempt-codes.ts';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds, exampleTimes } from './example.ts';
import { connectionId, data, integrationId, isoDateTime } from './primitives.ts';

const typedValue = z.string().max(16_384);

/** How the sign-in is opened, where it is not by the `launch_url` of the response. */
const launchOptions = {
    window_key: z
        .string()
        .min(32)
        .max(255)
        .optional()
        .describe(
            'Random key, one per window. A window that was opened before the attempt was made fetches the address of the sign-in with it (`POST /connect/windows/claim`). Absent: the response has `launch_url`.'
        ),
    return_to: z
        .url({ protocol: /^https?$/ })
        .max(2048)
        .optional()
        .describe(
            'Opens the sign-in in this tab, which then returns here with `?connect_attempt=<id>`. On one of `allowed_return_origins`. Absent: the sign-in has a window of its own.'
        )
};

export const attemptView = z.object({
    attempt_id: z.uuid().describe('Id of the attempt.'),
    integration_id: z.string().describe('Id of the integration.'),
    status: z.enum(attemptStatuses).describe('How far it is. `succeeded`, `failed`, `cancelled` and `expired` are final.'),
    code: z
        .enum(attemptCodes)
        .nullable()
        .describe('Why it ended without a connection; set where `status` is `failed`, `cancelled` or `expired`, null otherwise.'),
    ref: z.string().describe('What the end user quotes to support, such as `C-7F3K2`.'),
    provider_text: z.string().nullable().describe("The provider's own words about the failure; null where it gave none."),
    missing_scopes: z
        .array(z.string())
        .nullable()
        .describe(
            'Scopes that were asked for and not granted, where `code` is `missing_permissions`; null where the provider does not tell.'
        ),
    connection_id: z.string().nullable().describe('Id of the connection once `status` is `succeeded`; null before.'),
    is_new: z.boolean().describe('Whether it makes a new connection; `false` on a reconnect.'),
    launch_url: z
        .url()
        .optional()
        .describe(
            'Address of the sign-in: works once, for 60 seconds. Present only in the response that made it, and not where a `window_key` was given.'
        ),
    approval_url: z
        .url()
        .optional()
        .describe(
            'Link that continues the sign-in once it has been approved, in the browser that it was opened in. Present where `status` is `pending_approval`.'
        ),
    options: z
        .array(
            z.object({
                id: z.string().describe('Id to send to `POST /connect/attempts/:attempt_id/select`.'),
                label: z.string().describe('Name of the account.')
            })
        )
        .nullable()
        .describe('Accounts to choose from, where `status` is `needs_choice`; null otherwise.'),
    was: z.string().nullable().describe('Account of the connection, where `status` is `account_mismatch`; null otherwise.'),
    now: z.string().nullable().describe('Account that signed in, where `status` is `account_mismatch`; null otherwise.'),
    account_label: z
        .string()
        .nullable()
        .describe('Name of the connected account; null where the provider tells none, and before it succeeded.'),
    expires_at: isoDateTime.describe('When the attempt expires.'),
    updated_at: isoDateTime.describe('When it last changed.')
});

export type AttemptView = z.output<typeof attemptView>;

const attemptExample: AttemptView = {
    attempt_id: exampleIds.attempt,
    integration_id: exampleIds.integration,
    status: 'succeeded',
    code: null,
    ref: 'C-7F3K2',
    provider_text: null,
    missing_scopes: null,
    connection_id: exampleIds.connection,
    is_new: true,
    options: null,
    was: null,
    now: null,
    account_label: 'Noor Ali',
    expires_at: exampleTimes.later,
    updated_at: exampleTimes.updated
};

export const createAttempt = defineEndpoint({
    id: 'createAttempt',
    method: 'POST',
    path: '/connect/attempts',
    summary: 'Start one try at connecting: check credentials now, or get the address of the sign-in.',
    auth: ['connect_session'],
    headers: z.object({
        'idempotency-key': z
            .string()
            .min(1)
            .max(255)
            .optional()
            .describe('Makes it safe to repeat the request: within the session, the same key leads to the same attempt.')
    }),
    body: z.strictObject({
        integration_id: integrationId,
        connection_id: connectionId
            .optional()
            .describe(
                'Connection of the end user to renew. Absent: a new one is made, or in a session for a reconnect its own is renewed.'
            ),
        credentials: z
            .record(z.string().max(255), typedValue)
            .optional()
            .describe('What the end user typed into the fields whose `target` is `credentials`. Absent: nothing.'),
        connection_config: z
            .record(z.string().max(255), typedValue)
            .optional()
            .describe('What the end user typed into the fields whose `target` is `connection_config`. Absent: nothing.'),
        locale: z.string().max(35).optional().describe('Language of the pages around the sign-in, BCP 47; English by default.'),
        theme: z.enum(['light', 'dark', 'system']).optional().describe('Theme of the pages around the sign-in; `system` by default.'),
        approval_of: z
            .uuid()
            .optional()
            .describe(
                'Attempt of this session whose sign-in was opened, and of which the end user says that an admin has to approve first: the new attempt waits for that, in the browser of the former one. Named again, it gets the same attempt; one that has succeeded is returned itself. Absent: it does not wait.'
            ),
        ...launchOptions
    }),
    success: { status: 201, body: data(attemptView), example: { data: attemptExample } },
    errors: { credential_unreadable: true, integration_not_allowed: true, invalid_connection: true },
    onConnectOrigin: true,
    example: { body: { integration_id: exampleIds.integration } }
});

/** What all endpoints onto one attempt share. */
const onAttempt = {
    auth: ['connect_session'],
    acceptsExpiredSession: true,
    params: z.object({ attempt_id: z.uuid().describe('Id of the attempt.') }),
    success: { status: 200, body: data(attemptView), example: { data: attemptExample } },
    onConnectOrigin: true
} as const;

export const getAttempt = defineEndpoint({
    id: 'getAttempt',
    method: 'GET',
    path: '/connect/attempts/:attempt_id',
    summary: 'How the attempt stands. Poll it; Retry-After says when to look again.',
    errors: { credential_unreadable: true, unknown_attempt: true },
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
    body: z.strictObject({ step: z.enum(clientSteps).describe('What happened in the browser.') }),
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
    errors: { credential_unreadable: true, unknown_attempt: true },
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
            select_account: z
                .boolean()
                .optional()
                .describe('Whether the provider is told to let the end user choose an account; `false` by default.'),
            ...launchOptions,
            by_hand: z
                .boolean()
                .optional()
                .describe(
                    'Whether the address is opened by hand in another browser: then it works for 10 minutes, and its page asks before it goes on. `false` by default.'
                )
        })
        .optional(),
    errors: { credential_unreadable: true, unknown_attempt: true, conflict: true },
    ...onAttempt,
    example: { params: { attempt_id: exampleIds.attempt } }
});

export const selectAccount = defineEndpoint({
    id: 'selectAccount',
    method: 'POST',
    path: '/connect/attempts/:attempt_id/select',
    summary: 'Choose one of the accounts that the sign-in gives access to.',
    body: z.strictObject({ account_id: z.string().min(1).max(1024).describe('Id of one of the `options` of the attempt.') }),
    errors: { credential_unreadable: true, unknown_attempt: true, conflict: true },
    ...onAttempt,
    example: { params: { attempt_id: exampleIds.attempt }, body: { account_id: 'sample' } }
});

export const acceptAccount = defineEndpoint({
    id: 'acceptAccount',
    method: 'POST',
    path: '/connect/attempts/:attempt_id/accept-account',
    summary: 'Move the connection to the account that signed in, although it was another before.',
    errors: { credential_unreadable: true, unknown_attempt: true, conflict: true },
    ...onAttempt,
    example: { params: { attempt_id: exampleIds.attempt } }
});

export const claimWindow = defineEndpoint({
    id: 'claimWindow',
    method: 'POST',
    path: '/connect/windows/claim',
    summary: "Where the sign-in's window goes; good once per key. null while the attempt is being made.",
    auth: [],
    body: z.strictObject({ window_key: z.string().min(32).max(255).describe('The key that the attempt was started with.') }),
    maxBodyBytes: 1024,
    success: {
        status: 200,
        body: data(z.object({ launch_url: z.url().nullable().describe('Address of the sign-in; null while the attempt is being made.') })),
        example: { data: { launch_url: 'https://connect.example.com/connect/launch/…' } }
    },
    errors: { dependency_unavailable: true },
    onConnectOrigin: true,
    example: { body: { window_key: 'unknown'.padEnd(43, '-') } }
});

const launchParams = z.object({ code: z.string().describe('Launch code, the last part of `launch_url`.') });

export const launchAttempt = defineEndpoint({
    id: 'launchAttempt',
    method: 'GET',
    path: '/connect/launch/:code',
    summary: 'The page a sign-in window opens: ties the attempt to this browser and goes on to the provider.',
    auth: [],
    params: launchParams,
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
    params: launchParams,
    success: { status: 200, html: true },
    page: true,
    example: { params: { code: 'unknown' } }
});

const approvalParams = z.object({ code: z.string().describe('Code of the link, the last part of `approval_url`.') });

export const openApproval = defineEndpoint({
    id: 'openApproval',
    method: 'GET',
    path: '/connect/approval/:code',
    summary: 'The page of a sign-in that waits for approval: asks whether it has been approved. Changes nothing.',
    auth: [],
    params: approvalParams,
    success: { status: 200, html: true },
    page: true,
    example: { params: { code: 'unknown' } }
});

export const continueApproved = defineEndpoint({
    id: 'continueApproved',
    method: 'POST',
    path: '/connect/approval/:code',
    summary: 'Continues a sign-in that waited for approval, in the browser that it was opened in.',
    auth: [],
    params: approvalParams,
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
    page: true,
    // The address that clients of the reference register for apps that are installed.
    aliases: [{ path: '/app-auth/connect' }]
});

export const finishAttemptByForm = defineEndpoint({
    id: 'finishAttemptByForm',
    method: 'POST',
    path: '/oauth/callback',
    summary: 'The same for providers whose page sends a form: goes on to the address with its values, by GET.',
    auth: [],
    maxBodyBytes: 16 * 1024,
    success: { status: 200, html: true },
    page: true
});
