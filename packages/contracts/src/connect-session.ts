import { z } from 'zod';
import { appearance } from './appearance.ts';
import { connectableIntegration, renewable } from './connectable-integration.ts';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds, exampleTimes } from './example.ts';
import { endUser, endUserView, organization } from './end-user.ts';
import { connectionId, data, integrationId, isoDateTime, openObject, origin, tags, webhookUrl } from './primitives.ts';
import { acceptLanguage } from './provider.ts';
import { successOption, successView } from './session-success.ts';

export const integrationDefaults = z.strictObject({
    user_scopes: z
        .string()
        .max(4096)
        .optional()
        .describe('Scopes of the user token, separated by commas, for providers that have them apart. Absent: none.'),
    authorization_params: z
        .record(z.string().max(255), z.string().max(2048))
        .optional()
        .describe('Further query parameters of the authorization request. Those that Patchbay sets itself are refused.'),
    connection_config: openObject()
        .optional()
        .describe('Values of the connection config. The end user is not asked for them and cannot change them.'),
    metadata: openObject()
        .optional()
        .describe(
            'Metadata of the connection, such as the settings of its syncs in `sync`: at most 16 KiB of JSON, 5 levels and 64 keys. A connection that exists keeps what it has, and gets the keys that it lacks, unless all of it would be larger.'
        )
});

const sessionOptions = {
    integrations_config_defaults: z
        .record(integrationId, integrationDefaults)
        .optional()
        .describe('Values that your backend sets, by the id of the integration.'),
    overrides: z
        .record(
            integrationId,
            z.strictObject({
                docs_connect: z
                    .union([z.url({ protocol: /^https$/ }), z.literal('')])
                    .optional()
                    .describe("Page that explains to end users how to connect, https; empty hides the link. Absent: the provider's page.")
            })
        )
        .optional()
        .describe('What the Connect UI shows instead of its own, by the id of the integration.'),
    webhook_url_override: webhookUrl.optional(),
    tags: tags.optional(),
    allowed_origins: z
        .array(origin)
        .max(20)
        .optional()
        .describe('Origins of pages that may open the Connect UI with it. Absent or empty: those of `PATCHBAY_EMBED_ORIGINS`.'),
    appearance: appearance.optional().describe('Colours, font, logo and wording, on top of those of the environment.'),
    locale: z
        .string()
        .max(35)
        .optional()
        .describe('Language of the end user, as BCP 47. Used where the page says `auto`; absent: the language of the browser.'),
    success: successOption.optional()
};

const allowedIntegrations = z
    .array(integrationId)
    .min(1, { error: 'An empty list allows nothing. Leave allowed_integrations out to allow every integration.' })
    .max(500)
    .describe('Ids of the integrations that may be connected, in the order of the Connect UI. Absent: all of the environment.');

/** What a session and a share link have in common. `end_user` or `tags` is required. */
export function connectSessionBody<More extends z.ZodRawShape>(more: More) {
    return z
        .strictObject({
            end_user: endUser
                .optional()
                .describe('Your user whose account is connected; each connection keeps its own copy. Required unless `tags` are given.'),
            organization: organization.optional(),
            allowed_integrations: allowedIntegrations.optional(),
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

export const mintedSession = data(
    z.object({
        token: z.string().describe('Connect session token, for the SDK in the page.'),
        connect_link: z.url().describe('The Connect UI with this session as a page of its own; works as long as the session.'),
        expires_at: isoDateTime.describe('When the session expires, 30 minutes after it was made.')
    })
);
const mintedExample = {
    data: { token: 'pb_cs_…', connect_link: 'https://connect.example.com/l/…', expires_at: exampleTimes.later }
};
export const idempotencyHeader = z.object({
    'idempotency-key': z
        .string()
        .min(1)
        .max(255)
        .optional()
        .describe('Makes it safe to repeat the request: the same key with the same body gets the same response, for 30 minutes.')
});

export const createConnectSession = defineEndpoint({
    id: 'createConnectSession',
    method: 'POST',
    path: '/connect/sessions',
    summary: 'Mint a short-lived token that lets one end user connect integrations.',
    auth: ['secret_key'],
    scope: 'environment:connect_sessions:write',
    headers: idempotencyHeader,
    body: connectSessionBody({
        manage_connections: z
            .boolean()
            .optional()
            .describe(
                'Whether the end user may see the details of what they have connected, and disconnect it; `false` by default. Opening `connect_link` ends it. Needs `end_user`, and a key that has `environment:connections:write`.'
            )
    }).superRefine((body, context) => {
        if (body.manage_connections && !body.end_user)
            context.addIssue({
                code: 'custom',
                input: undefined,
                path: ['end_user'],
                message: 'manage_connections needs end_user: tags alone do not say whose the connections are.'
            });
    }),
    success: { status: 201, body: mintedSession, example: mintedExample },
    errors: { idempotency_conflict: true, idempotency_key_reused: true, credential_unreadable: true },
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
        end_user: openObject()
            .optional()
            .describe(
                'The end user that is signed in. Always send `id`: another than that of the connection is refused. Known fields of the right type are used, the rest is ignored.'
            ),
        organization: openObject()
            .optional()
            .describe('Organization of the end user, with `id` and `display_name`. Deprecated: use `tags`.'),
        ...sessionOptions,
        tags: tags.optional().describe('Tags to add to those of the connection; one with the same key is replaced. Absent: none.')
    }),
    success: { status: 201, body: mintedSession, example: mintedExample },
    errors: {
        end_user_mismatch: 403,
        not_confirmed: true,
        integration_disabled: true,
        idempotency_conflict: true,
        idempotency_key_reused: true,
        credential_unreadable: true
    },
    example: { body: { connection_id: exampleIds.connection, integration_id: exampleIds.integration } }
});

export const deleteConnectSessions = defineEndpoint({
    id: 'deleteConnectSessions',
    method: 'DELETE',
    path: '/connect/sessions',
    summary: "End an end user's sessions, and the attempts of them that run or wait for approval.",
    auth: ['secret_key'],
    scope: 'environment:connect_sessions:write',
    query: z.strictObject({
        end_user_id: z.string().min(1).max(255).describe('Id of the end user in your product. Share links stay: delete them, too.')
    }),
    success: { status: 204 },
    example: { query: { end_user_id: 'sample' } }
});

const sessionView = data(
    z.object({
        endUser: z
            .object({
                id: endUserView.shape.id,
                display_name: endUserView.shape.display_name,
                email: endUserView.shape.email,
                tags: endUserView.shape.tags,
                organization: endUserView.shape.organization
            })
            .nullable()
            .describe('The end user of the session; null where only tags were given.'),
        connectUISettings: z
            .object({
                theme: z
                    .object({
                        light: z
                            .object({ primary: z.string().describe('Colour of buttons and links, as `#rrggbb`.') })
                            .describe('Colours of the light theme.'),
                        dark: z
                            .object({ primary: z.string().describe('Colour of buttons and links, as `#rrggbb`.') })
                            .describe('Colours of the dark theme.')
                    })
                    .describe('Colours by theme.'),
                defaultTheme: z.enum(['light', 'dark', 'system']).describe('Theme where the page names none.'),
                showWatermark: z.boolean().describe('Whether a line "Powered by Patchbay" is shown.')
            })
            .describe("Settings of the Connect UI, in the reference's form."),
        allowed_integrations: z.array(z.string()).optional().describe('Ids of the integrations that may be connected; absent: all.'),
        integrations_config_defaults: z
            .record(
                z.string(),
                z.object({
                    connection_config: z.record(z.string(), z.unknown()).describe('Values that the backend gave, without secrets.'),
                    authorization_params: z
                        .record(z.string(), z.string())
                        .describe('Further query parameters of the authorization request.')
                })
            )
            .optional()
            .describe('What the backend gave, by the id of the integration; absent where it gave nothing.'),
        isReconnecting: z.boolean().optional().describe('`true` on a reconnect; absent otherwise.'),
        overrides: z
            .record(
                z.string(),
                z.object({ docs_connect: z.string().optional().describe('Page that explains how to connect; empty hides the link.') })
            )
            .optional()
            .describe('What the Connect UI shows instead of its own, by the id of the integration; absent where nothing was given.'),
        websocketsPath: z.string().optional().describe("Path of the WebSocket on the API's host, for SDKs of the reference."),
        expires_at: isoDateTime.describe('When the session expires.'),
        is_test: z.boolean().describe('Whether the environment is `dev`: the Connect UI says "Test mode" on every screen.'),
        app_name: z.string().nullable().describe('Name of the product, for sentences; null where none is set.'),
        appearance: appearance.describe('Colours, font, logo and wording: those of the session on top of those of the environment.'),
        locale: z.string().nullable().describe('Language of the end user as the backend gave it, BCP 47; null where it gave none.'),
        privacy_url: z.url().nullable().describe("The product's privacy policy; null where none is set."),
        terms_url: z.url().nullable().describe("The product's terms; null where none are set."),
        support_url: z.url().nullable().describe("The product's page with help; null where none is set."),
        support_email: z.email().nullable().describe('Where end users may write to; null where nothing is set.'),
        return_to: z.url().nullable().describe('Page that the end user may go on to, in a session of a share link; null otherwise.'),
        link_expires_at: isoDateTime.nullable().describe('When the share link of the session stops working; null in every other session.'),
        requires_confirmation: z
            .boolean()
            .describe('Whether what is connected stays unusable, and is deleted after a day, unless the backend confirms it.'),
        success: successView.nullable().describe('What is shown of the backend once an account is connected; null where it gave nothing.'),
        manages_connections: z
            .boolean()
            .describe('Whether the end user may see the details of what they have connected, and disconnect it.'),
        integrations: z.array(connectableIntegration).describe('The integrations that may be connected, in the order to show them.'),
        connection: renewable
            .extend({ integration_id: z.string().describe('Id of its integration.') })
            .nullable()
            .describe('On a reconnect: the connection to renew; null otherwise.')
    })
);

/** One integration with a typed API key, and nothing set. */
const sessionExample = {
    data: {
        endUser: { id: 'user_42', display_name: 'Noor Ali', email: 'noor@example.com', tags: null, organization: null },
        connectUISettings: {
            theme: { light: { primary: '#3457d5' }, dark: { primary: '#8fa6ff' } },
            defaultTheme: 'system',
            showWatermark: false
        },
        allowed_integrations: [exampleIds.integration],
        websocketsPath: '/',
        expires_at: exampleTimes.later,
        is_test: false,
        app_name: 'Example',
        appearance: {},
        locale: 'en',
        privacy_url: 'https://example.com/privacy',
        terms_url: null,
        support_url: 'https://example.com/help',
        support_email: null,
        return_to: null,
        link_expires_at: null,
        requires_confirmation: false,
        success: null,
        manages_connections: false,
        integrations: [
            {
                id: exampleIds.integration,
                provider: 'sandbox-api-key',
                display_name: 'Sandbox (API key)',
                logo: null,
                categories: ['Sandbox'],
                aliases: ['test', 'demo', 'sandbox'],
                auth_mode: 'API_KEY',
                docs_url: null,
                guide: null,
                fields: [
                    {
                        name: 'apiKey',
                        target: 'credentials',
                        title: 'API key',
                        description: 'Your account settings list the API keys.',
                        example: null,
                        pattern: null,
                        pattern_warns: false,
                        format: null,
                        optional: false,
                        secret: true,
                        default_value: null,
                        prefix: null,
                        suffix: null,
                        enum: null,
                        enum_labels: null,
                        multiline: false,
                        accept: null,
                        visible_when: null,
                        docs_url: null,
                        saved_ending: null,
                        lang: 'en'
                    }
                ],
                is_checked: true,
                single_account: false,
                is_popular: false,
                is_connected: false,
                awaits_approval: false,
                connections: [],
                has_more_connections: false,
                refuses_webviews: false,
                scopes: [],
                access: ['Read your contacts and the companies that they work for']
            }
        ],
        connection: null
    }
} satisfies z.output<typeof sessionView>;
const sessionSuccess = { status: 200, body: sessionView, example: sessionExample } as const;

export const getConnectSession = defineEndpoint({
    id: 'getConnectSession',
    method: 'GET',
    path: '/connect/session',
    summary: 'What this session may connect, for the Connect UI.',
    auth: ['connect_session'],
    headers: acceptLanguage,
    success: sessionSuccess,
    errors: { credential_unreadable: true },
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
    body: z.strictObject({
        origin: z.union([origin, z.null()]).describe('Origin of the page that embeds the Connect UI; null where nothing embeds it.')
    }),
    success: sessionSuccess,
    errors: { credential_unreadable: true },
    onConnectOrigin: true,
    example: { body: { origin: null } }
});
