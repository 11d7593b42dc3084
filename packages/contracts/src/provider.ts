import { z } from 'zod';
import { apiProvider } from './api-provider.ts';
import { defineEndpoint } from './endpoint.ts';
import { data, providerId } from './primitives.ts';

/** Texts of providers are in this language where they are translated. */
export const acceptLanguage = z.object({
    'accept-language': z.string().optional().describe('Languages that the end user reads (RFC 9110 §12.5.4); English by default.')
});

/** One thing a form asks for. */
export const formField = z.object({
    name: z.string().describe('Name of the value in the body of `POST /connect/attempts`.'),
    target: z.enum(['credentials', 'connection_config']).describe('Object of the body that the value goes into.'),
    title: z.string().describe('Label of the field.'),
    description: z.string().nullable().describe('Help for the end user; null where there is none.'),
    example: z.string().nullable().describe('A value that looks like a real one; null where there is none.'),
    pattern: z
        .string()
        .nullable()
        .describe('Regular expression that the whole value has to match; it is anchored at both ends. Null: any value.'),
    pattern_warns: z
        .boolean()
        .describe('Whether a value that does not match `pattern` only gets a warning, because the provider may change the format.'),
    format: z.enum(['hostname', 'uri', 'uuid', 'email']).nullable().describe('Kind of value; null: any text.'),
    optional: z.boolean().describe('Whether the field may stay empty.'),
    secret: z.boolean().describe('Whether the value is hidden while it is typed.'),
    default_value: z.string().nullable().describe('Value that the field begins with; null where there is none.'),
    prefix: z.string().nullable().describe('Text shown before the field, such as `https://`; it is not part of the value.'),
    suffix: z.string().nullable().describe('Text shown after the field, such as `.example.com`; it is not part of the value.'),
    enum: z.array(z.string()).nullable().describe('Values to choose from; null: any value.'),
    enum_labels: z
        .record(z.string(), z.string())
        .nullable()
        .describe('Labels of those values; that of the empty value is for leaving an optional field out. Null: the values themselves.'),
    multiline: z.boolean().describe('Whether the value has several lines, such as a PEM key.'),
    accept: z.string().nullable().describe('Kinds of file that may be dropped on the field, as in `<input accept>`; null: none.'),
    visible_when: z
        .object({
            field: z.string().describe('Name of the other field, of the same `target`.'),
            values: z.array(z.string()).describe('Values of the other field with which this one is asked for.')
        })
        .nullable()
        .describe('Asks for the field only while another one has one of these values; null: always.'),
    docs_url: z
        .url()
        .nullable()
        .describe('Where the provider explains this field, if that is not the top of the page of the integration; null otherwise.'),
    saved_ending: z.string().nullable().describe('On a reconnect: the last four characters of the saved value; null where none is shown.'),
    lang: z.string().describe('Language of title, description, labels and example, as BCP 47: the language asked for, or English.')
});
export type FormField = z.output<typeof formField>;

const providerExample: z.output<typeof apiProvider> = {
    name: 'github',
    display_name: 'GitHub',
    auth_mode: 'OAUTH2',
    categories: ['dev-tools'],
    docs: 'https://docs.github.com/rest',
    authorization_url: 'https://github.com/login/oauth/authorize',
    token_url: 'https://github.com/login/oauth/access_token',
    default_scopes: ['read:user'],
    logo_url: 'https://api.example.com/providers/github/icon'
};

export const listProviders = defineEndpoint({
    id: 'listProviders',
    method: 'GET',
    path: '/providers',
    summary: 'The third-party APIs that Patchbay knows.',
    auth: ['secret_key', 'connect_session'],
    scope: 'environment:providers:read',
    query: z.strictObject({
        search: z
            .string()
            .max(255)
            .optional()
            .describe('Text, in any case, that its id, its display name, one of its `aliases` or one of its `other_ids` contains.'),
        category: z.string().min(1).max(60).optional().describe('Only those with this id among their `categories`.'),
        auth_mode: apiProvider.shape.auth_mode.optional().describe('Only those that are authenticated to in this way.'),
        cursor: z.string().min(1).max(255).optional().describe('`next_cursor` of the page before. Absent: from the first.'),
        limit: z.coerce.number().int().min(1).max(100).optional().describe('How many to return. Absent: all of them, in one response.')
    }),
    success: {
        status: 200,
        body: z.object({
            data: z.array(apiProvider).describe('In the order of their ids.'),
            next_cursor: z
                .string()
                .nullable()
                .optional()
                .describe('For the next page; null when there is none. Absent without `limit`, as then there is no other page.')
        }),
        example: { data: [providerExample], next_cursor: null }
    },
    onConnectOrigin: true,
    example: { query: { category: 'dev-tools', limit: '20' } }
});

export const getProvider = defineEndpoint({
    id: 'getProvider',
    method: 'GET',
    path: '/providers/:provider',
    summary: 'One provider: how to authenticate to it, what to ask for.',
    auth: ['secret_key', 'connect_session'],
    scope: 'environment:providers:read',
    params: z.object({ provider: providerId }),
    headers: acceptLanguage,
    success: { status: 200, body: data(apiProvider), example: { data: providerExample } },
    errors: { not_found: true },
    onConnectOrigin: true,
    example: { params: { provider: 'github' } }
});

export const getProviderIcon = defineEndpoint({
    id: 'getProviderIcon',
    method: 'GET',
    path: '/providers/:provider/icon',
    summary: "The provider's mark, as SVG; its initials where Patchbay has none.",
    auth: [],
    params: z.object({ provider: providerId }),
    success: { status: 200, text: true },
    errors: { not_found: true },
    onConnectOrigin: true,
    example: { params: { provider: 'github' } }
});
