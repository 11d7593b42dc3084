import { z } from 'zod';
import { appearance } from './appearance.ts';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds } from './example.ts';
import { endUser, endUserView, organization } from './end-user.ts';
import { connectionId, data, integrationId, isoDateTime, openObject, origin, tags, webhookUrl } from './primitives.ts';
import { acceptLanguage, formField } from './provider.ts';

export const integrationDefaults = z.strictObject({
    user_scopes: z.string().max(4096).optional(),
    authorization_params: z.record(z.string().max(255), z.string().max(2048)).optional(),
    connection_config: openObject().optional()
});

const sessionOptions = {
    integrations_config_defaults: z.record(integrationId, integrationDefaults).optional(),
    overrides: z
        .record(integrationId, z.strictObject({ docs_connect: z.union([z.url({ protocol: /^https$/ }), z.literal('')]).optional() }))
        .optional(),
    webhook_url_override: webhookUrl.optional(),
    tags: tags.optional(),
    /** Pages that may open the Connect UI with this session; absent or empty leaves it to the server's setting. */
    allowed_origins: z.array(origin).max(20).optional(),
    /** On top of the environment's. */
    appearance: appearance.optional(),
    /** The end user's language, BCP 47; a page that says `auto` leaves it to this. */
    locale: z.string().max(35).optional()
};

/** What a backend says about the end user and what they may connect; a share link says it too, and more. */
export function connectSessionBody<More extends z.ZodRawShape>(more: More) {
    return z
        .strictObject({
            end_user: endUser.optional(),
            organization: organization.optional(),
            allowed_integrations: z
                .array(integrationId)
                .min(1, { error: 'An empty list allows nothing. Leave allowed_integrations out to allow every integration.' })
                .max(500)
                .optional(),
            ...sessionOptions,
            ...more
        })
        .superRefine((body: { end_user?: unknown; tags?: unknown }, context) => {
            if (!body.end_user && !body.tags)
                context.addIssue({
                    code: 'invalid_type',
                    expected: 'object',
                    input: undefined,
                    path: ['end_user'],
                    message: 'Invalid input: expected object, received undefined'
                });
        });
}

export const mintedSession = data(z.object({ token: z.string(), connect_link: z.url(), expires_at: isoDateTime }));
const idempotencyHeader = z.object({ 'idempotency-key': z.string().min(1).max(255).optional() });

export const createConnectSession = defineEndpoint({
    id: 'createConnectSession',
    method: 'POST',
    path: '/connect/sessions',
    summary: 'Mint a short-lived token that lets one end user connect integrations.',
    auth: ['secret_key'],
    scope: 'environment:connect_sessions:write',
    headers: idempotencyHeader,
    body: connectSessionBody({}),
    success: { status: 201, body: mintedSession },
    errors: { idempotency_conflict: true, idempotency_key_reused: true },
    example: { body: { end_user: { id: 'sample' }, allowed_integrations: [exampleIds.integration] } }
});

export const createReconnectSession = defineEndpoint({
    id: 'createReconnectSession',
    method: 'POST',
    path: '/connect/sessions/reconnect',
    summary: 'Mint a token that lets one end user renew the credentials of one connection.',
    auth: ['secret_key'],
    scope: 'environment:connect_sessions:write',
    headers: idempotencyHeader,
    body: z.strictObject({
        connection_id: connectionId,
        integration_id: integrationId,
        /**
         * Any shape: known fields of the right type are used, the rest is ignored. Send at least `id`, always: another than the connection's own
         * is refused, so that nobody reconnects what belongs to somebody else.
         */
        end_user: openObject().optional(),
        organization: openObject().optional(),
        ...sessionOptions
    }),
    success: { status: 201, body: mintedSession },
    errors: { end_user_mismatch: 403, idempotency_conflict: true, idempotency_key_reused: true },
    example: { body: { connection_id: exampleIds.connection, integration_id: exampleIds.integration } }
});

/** A connection that the end user may renew. */
const renewable = z.object({
    connection_id: z.string(),
    account_label: z.string().nullable(),
    connected_at: isoDateTime,
    /** Since when the provider has refused its credentials, so that only a reconnect helps; null: it has not. */
    refused_since: isoDateTime.nullable(),
    /** Non-secret values, shown and kept. */
    connection_config: z.record(z.string(), z.string()),
    /** What the form called those that the end user once typed. */
    config_fields: z.array(formField)
});

/** What the Connect UI needs to know of one integration: what to show, what to ask. */
export const connectableIntegration = z.object({
    id: z.string(),
    provider: z.string(),
    display_name: z.string(),
    categories: z.array(z.string()),
    /** Further words that the search should find it by. */
    aliases: z.array(z.string()),
    auth_mode: z.string(),
    /** The page that tells an end user where to find what the form asks for. */
    docs_url: z.url().nullable(),
    /** Asked from the end user, in order: credentials first, then connection config. */
    fields: z.array(formField),
    /** The provider is asked before anything is saved; else what was typed is taken as it is. */
    is_checked: z.boolean(),
    /** This end user has a connection to it already. */
    is_connected: z.boolean(),
    /** The end user's own, newest first, at most ten; none in a reconnect, or in a session of a share link, whose opener may be anybody. */
    connections: z.array(renewable.extend({ fields: z.array(formField) })),
    /** Its sign-in refuses to run inside the browsers that other apps bring along. */
    refuses_webviews: z.boolean(),
    /** What the product asks to do, in words where the provider's definition has them. */
    scopes: z.array(z.object({ id: z.string(), description: z.string().nullable() }))
});

export type ConnectableIntegration = z.output<typeof connectableIntegration>;

const sessionView = data(
    z.object({
        endUser: z
            .object({
                id: z.string(),
                display_name: z.string().nullable(),
                email: z.string().nullable(),
                tags: z.record(z.string(), z.string()).nullable(),
                organization: endUserView.shape.organization
            })
            .nullable(),
        connectUISettings: z.object({
            theme: z.object({ light: z.object({ primary: z.string() }), dark: z.object({ primary: z.string() }) }),
            defaultTheme: z.enum(['light', 'dark', 'system']),
            showWatermark: z.boolean()
        }),
        allowed_integrations: z.array(z.string()).optional(),
        integrations_config_defaults: z
            .record(
                z.string(),
                z.object({
                    connection_config: z.record(z.string(), z.unknown()),
                    authorization_params: z.record(z.string(), z.string())
                })
            )
            .optional(),
        isReconnecting: z.boolean().optional(),
        overrides: z.record(z.string(), z.object({ docs_connect: z.string().optional() })).optional(),
        /** Where the reference's SDK opens its socket on the API's host. */
        websocketsPath: z.string().optional(),
        expires_at: isoDateTime,
        /** The product's name, for sentences; null when the operator gave none. */
        app_name: z.string().nullable(),
        /** The session's on top of the environment's. */
        appearance,
        /** The end user's language as the backend knows it. */
        locale: z.string().nullable(),
        /** Set in a session that a share link opened: where the end user may go on to when done. */
        return_to: z.url().nullable(),
        /** What this session connects stays unusable, and is deleted after a day, unless the backend confirms it (`confirmConnection`). */
        requires_confirmation: z.boolean(),
        integrations: z.array(connectableIntegration),
        /** Set on a reconnect: the connection to renew. */
        connection: renewable.extend({ integration_id: z.string() }).nullable()
    })
);

export const getConnectSession = defineEndpoint({
    id: 'getConnectSession',
    method: 'GET',
    path: '/connect/session',
    summary: 'What this session may connect, for the Connect UI.',
    auth: ['connect_session'],
    headers: acceptLanguage,
    success: {
        status: 200,
        body: sessionView
    },
    onConnectOrigin: true
});

export const deleteConnectSession = defineEndpoint({
    id: 'deleteConnectSession',
    method: 'DELETE',
    path: '/connect/session',
    summary: 'End this session; its token stops working at once.',
    auth: ['connect_session'],
    success: { status: 204 },
    onConnectOrigin: true
});

export const openConnectSession = defineEndpoint({
    id: 'openConnectSession',
    method: 'POST',
    path: '/connect/session/open',
    summary: 'What this session may connect, for the page that embeds the Connect UI; refused when the session does not allow its origin.',
    auth: ['connect_session'],
    headers: acceptLanguage,
    body: z.strictObject({ origin: z.union([origin, z.null()]) }),
    success: { status: 200, body: sessionView },
    errors: { origin_not_allowed: true },
    onConnectOrigin: true,
    example: { body: { origin: null } }
});

export const exchangeConnectLink = defineEndpoint({
    id: 'exchangeConnectLink',
    method: 'POST',
    path: '/connect/links/exchange',
    summary: 'Trade the code of a connect link for its session token.',
    auth: [],
    body: z.strictObject({ code: z.string().min(1).max(255) }),
    success: { status: 200, body: data(z.object({ token: z.string(), expires_at: isoDateTime })) },
    errors: { not_found: true },
    onConnectOrigin: true,
    example: { body: { code: 'unknown' } }
});
