import { z } from 'zod';
import { ownConnection } from './own-connection.ts';
import { formField } from './provider.ts';

/** A connection that the end user may renew. */
export const renewable = ownConnection.extend({
    connection_config: z
        .record(z.string(), z.string())
        .describe('Values of the connection config that are not secret; a reconnect keeps them.'),
    config_fields: z.array(formField).describe('The form fields of those values that the end user typed.')
});

/** What the Connect UI needs to know of one integration: what to show, what to ask. */
export const connectableIntegration = z.object({
    id: z.string().describe('Id of the integration.'),
    provider: z.string().describe('Id of the provider.'),
    display_name: z.string().describe('Name of the integration.'),
    logo: z
        .string()
        .nullable()
        .describe('Its mark: a data URL of an image, or the path of one on this host; null: show the initials of its name.'),
    categories: z.array(z.string()).describe('Names of its categories, in the language asked for.'),
    aliases: z.array(z.string()).describe('Further words that a search should find it by.'),
    auth_mode: z
        .string()
        .describe(
            'How to authenticate: `auth_mode` of the provider, and OAUTH2 for each sign-in by OAuth, of an MCP server, or for a password that the end user approves on a site.'
        ),
    docs_url: z.url().nullable().describe('Page that explains to end users how to connect; null where there is none.'),
    guide: z
        .object({
            steps: z.array(z.string()).describe('What to do, in order. Plain text.'),
            lang: z
                .string()
                .nullable()
                .describe(
                    'Language of the steps, as BCP 47: the language asked for, or English; null for steps that the integration was given.'
                )
        })
        .nullable()
        .describe('Where the end user finds what the fields ask for; null where nothing is asked for, or no steps are known.'),
    fields: z.array(formField).describe('What to ask the end user for, in order: credentials first, then connection config.'),
    is_checked: z.boolean().describe('Whether the provider checks the credentials before they are saved.'),
    single_account: z.boolean().describe('Whether each end user connects one account: another one asks whether to replace it.'),
    is_popular: z
        .boolean()
        .describe('Whether it is one of those that most end users connect, which come first; `false` where there are few integrations.'),
    is_connected: z.boolean().describe('Whether this end user has a connection to it.'),
    awaits_approval: z.boolean().describe('Whether a sign-in of this end user waits for approval; `false` in a share link.'),
    connections: z
        .array(renewable.extend({ fields: z.array(formField).describe('What to ask for on a reconnect.') }))
        .describe(
            'Connections of the end user, newest first: at most 10, or 100 in a session with `manage_connections`. Empty on a reconnect, and in a session of a share link.'
        ),
    has_more_connections: z.boolean().describe('Whether the end user has more connections of it than these.'),
    refuses_webviews: z.boolean().describe('Whether the sign-in refuses to run in a web view of another app.'),
    scopes: z
        .array(
            z.object({
                id: z.string().describe('The scope.'),
                description: z.string().nullable().describe('What it allows, in the language asked for; null where that is not known.')
            })
        )
        .describe('Scopes that the provider is asked for.'),
    access: z
        .array(z.string())
        .describe('What the product can do with the account: the sentences that the integration was given, else what its scopes allow.')
});

export type ConnectableIntegration = z.output<typeof connectableIntegration>;
