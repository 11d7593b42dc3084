import { apiProvider } from '@patchbay/contracts';
import { findMistakes, type Mistake, type Provider, valueAt } from '@patchbay/providers';
import { z } from 'zod';

const dotted = z.string().min(1);
const webhookValue = z.union([z.strictObject({ header: dotted }), z.strictObject({ query: dotted }), z.strictObject({ body: dotted })]);
const webhookAccount = z
    .strictObject({
        header: dotted.optional(),
        query: dotted.optional(),
        body: dotted.optional(),
        suffix: z.string().optional(),
        equals: z
            .array(z.union([z.literal('account'), z.literal('connection_id'), z.templateLiteral(['connection_config.', z.string()])]))
            .min(1),
        identity_suffix: z.strictObject({ text: z.string(), where: z.strictObject({ body: dotted, is: z.boolean() }) }).optional()
    })
    .refine(({ header, query, body }) => [header, query, body].filter((value) => value !== undefined).length === 1, {
        error: 'Give one of header, query and body.'
    });
/** As `WebhookDefinition`. Only an HMAC over the body can be described without code. */
const webhooks = z.strictObject({
    secret: z.literal('client_secret').optional(),
    signature: z.strictObject({
        header: z.string().regex(/^[a-z0-9-]+$/, { error: 'Name headers in lower case.' }),
        algorithm: z.enum(['sha1', 'sha256']),
        encoding: z.enum(['hex', 'base64']),
        prefix: z.string().optional(),
        list: z.strictObject({ timestamp: z.string(), signature: z.string() }).optional(),
        signed: z.string().includes('{body}').optional(),
        timestamp: z.union([z.strictObject({ header: z.string() }), z.strictObject({ body: z.string() })]).optional(),
        timestamp_unit: z.enum(['seconds', 'milliseconds', 'iso8601']).optional(),
        tolerance_seconds: z.number().positive().optional()
    }),
    forms: z
        .array(
            z.strictObject({
                events: dotted.optional(),
                id: z.array(webhookValue).optional(),
                type: z.array(webhookValue).optional(),
                account: z.array(webhookAccount).optional()
            })
        )
        .min(1),
    form_field: z.string().optional(),
    handshake: z.strictObject({ type: z.string(), echo: z.string() }).optional(),
    empty_response: z.literal(true).optional()
});

const shape = apiProvider.omit({ name: true, logo_url: true, sandbox: true }).extend({ id: z.string(), webhooks: webhooks.optional() });

const tokenFields = [
    'token_url refresh_url refresh_params token_expiration_buffer usual_lifetime_seconds refresh no_refresh revocation_url',
    'revocation_body_format revocation_ends token_params token_headers authorization_method body_format scope_separator default_scopes',
    'scope_descriptions token_response_metadata expires_in_unit token_types'
].flatMap((names) => names.split(' '));
const signInFields = [
    'authorization_url authorization_params select_account_params disable_pkce refuses_webviews granted_scope_names',
    'redirect_uri_metadata authorization_code_param_in_callback token_step'
].flatMap((names) => names.split(' '));

/** Of an app that is installed. */
const installed = ['authorization_url', 'token_url', 'token_headers', 'token_expiration_buffer', 'installation'];
const ofInstalled = ['installation', 'connection_config.installation_id', 'proxy'];
const halves = ['authorization_url', 'token_url'];

const stepFields = ['token_request_method', 'token_response', 'token_expires_in_ms', 'additional_steps', 'refresh_step'];
const signingFields = ['signature', 'token'];
/** Of MCP servers; the rest is what they say. */
const mcpFields = ['client_registration', 'registration_url', 'registration_params'];
const ofMcpToo = ['refresh', 'token_expiration_buffer', 'default_scopes', 'scope_descriptions'];
const oauth1Fields = ['request_url', 'request_params', 'request_http_method', 'token_http_method', 'signature_method'];
/** Of OAuth 2, which OAuth 1.0a has as well. */
const sharedSignIn = ['authorization_url', 'authorization_params', 'redirect_uri_metadata', 'token_url', 'token_response_metadata'];
/** Of OAuth 2, which a login for a token has as well. */
const sharedRequest = ['token_url', 'token_params', 'token_headers', 'token_expiration_buffer', 'body_format'];
const signed = ['credentials', ...signingFields, 'token_expiration_buffer'];

/** What belongs to some types of credentials and not to others. */
const fieldsOfTypes = [
    'credentials',
    'client_certificate',
    'issuer',
    'installation',
    ...tokenFields,
    ...signInFields,
    ...stepFields,
    ...signingFields,
    ...mcpFields,
    ...oauth1Fields
];

/** By credential type: paths that a definition needs, and which {@link fieldsOfTypes} it takes. */
const modes: Readonly<Record<string, { needs: readonly string[]; takes: readonly string[] }>> = {
    OAUTH2: { needs: ['authorization_url', 'token_url'], takes: [...tokenFields, ...signInFields, 'issuer'] },
    OAUTH1: { needs: ['request_url', 'authorization_url', 'token_url', 'proxy'], takes: [...sharedSignIn, ...oauth1Fields] },
    OAUTH2_CC: {
        needs: ['token_url', 'credentials.client_id', 'credentials.client_secret', 'proxy'],
        takes: ['credentials', 'client_certificate', ...tokenFields]
    },
    TWO_STEP: { needs: ['token_url', 'token_response', 'credentials', 'proxy'], takes: ['credentials', ...sharedRequest, ...stepFields] },
    JWT: { needs: ['signature.algorithm', 'token.signing_key', 'credentials', 'proxy'], takes: signed },
    SIGNATURE: { needs: ['signature', 'token', 'credentials.username', 'credentials.password', 'proxy'], takes: signed },
    API_KEY: { needs: ['credentials.apiKey', 'proxy'], takes: ['credentials'] },
    BASIC: { needs: ['credentials.username', 'credentials.password', 'proxy'], takes: ['credentials'] },
    INSTALL_PLUGIN: { needs: ['credentials.username', 'credentials.password', 'proxy'], takes: ['credentials'] },
    APP: { needs: [...halves, ...ofInstalled], takes: installed },
    CUSTOM: {
        needs: [...halves.flatMap((name) => [`${name}.APP`, `${name}.OAUTH2`]), ...ofInstalled],
        takes: [...installed, 'refresh', 'no_refresh', 'revocation_ends']
    },
    NONE: { needs: [], takes: [] },
    MCP_OAUTH2: { needs: ['client_registration', 'proxy'], takes: [...mcpFields, ...ofMcpToo, 'issuer'] },
    MCP_OAUTH2_GENERIC: { needs: ['connection_config.mcp_server_url', 'proxy'], takes: [...ofMcpToo, 'registration_params'] }
};

/**
 * Reads an operator's definition: data of the shape that `GET /providers` shows.
 * @param id the name of its file
 * @returns the definition, or every mistake with its path
 */
export function readOwnDefinition(id: string, data: unknown): { definition: Provider } | { mistakes: Mistake[] } {
    if (typeof data !== 'object' || data === null || Array.isArray(data))
        return { mistakes: [{ path: '', message: 'It has to be an object.' }] };
    const given: Record<string, unknown> = { ...data, id };
    const parsed = shape.safeParse(given);
    const mistakes = [
        ...(parsed.success ? [] : parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))),
        ...(parsed.success ? unknownFields(given, parsed.data, '') : []),
        ...('id' in data && data.id !== id ? [{ path: 'id', message: `Leave it out: the name of the file, ${id}, is the id.` }] : []),
        ...ofMode(given)
    ];
    if (mistakes.length > 0) return { mistakes };
    // Its shape has just been checked, but for what the type says of single modes.
    const definition = given as unknown as Provider;
    const broken = findMistakes(definition);
    return broken.length > 0 ? { mistakes: broken } : { definition };
}

/** Schemas of responses leave out what they do not know; a definition must not lose a field. */
function unknownFields(given: unknown, read: unknown, path: string): Mistake[] {
    if (typeof given !== 'object' || given === null || typeof read !== 'object' || read === null) return [];
    const known = new Map(Object.entries(read));
    return Object.entries(given).flatMap(([key, value]) => {
        const at = path === '' ? key : `${path}.${key}`;
        return known.has(key) ? unknownFields(value, known.get(key), at) : [{ path: at, message: 'There is no such field.' }];
    });
}

function ofMode(given: Readonly<Record<string, unknown>>): Mistake[] {
    const { auth_mode: mode } = given;
    const rules = typeof mode === 'string' && Object.hasOwn(modes, mode) ? modes[mode] : undefined;
    if (!rules) return [{ path: 'auth_mode', message: `A definition without code can have ${Object.keys(modes).join(', ')}.` }];
    const missing = rules.needs.filter((path) => valueAt(given, path) === undefined);
    const foreign = fieldsOfTypes.filter((name) => given[name] !== undefined && !rules.takes.includes(name));
    const asHalves = halves.filter((name) => mode !== 'CUSTOM' && typeof given[name] === 'object');
    return [
        ...asHalves.map((path) => ({ path, message: `${String(mode)} has one address.` })),
        ...missing.map((path) => ({ path, message: `${String(mode)} needs it.` })),
        ...foreign.map((path) => ({ path, message: `It does not belong to ${String(mode)}.` }))
    ];
}
