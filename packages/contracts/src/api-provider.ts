import { z } from 'zod';
import { always, flag, number, optional, required, templates, text, texts } from './defined-field.ts';
import { installation, oneOrHalves } from './defined-installation.ts';
import { certainty, oauth1Fields } from './definition-parts.ts';
import { clientCertificate, exchangeStep, refresh, tokenResponse, tokenStep } from './token-step.ts';

/** One input of a form, as the definition has it. */
const definedField = z.object({
    type: required(z.literal('string'), 'Always `string`.', 'string'),
    title: required(text, 'Label of the field.', 'API key'),
    description: optional(text, 'Help for the end user.', 'The first part of your Zendesk address.'),
    example: optional(text, 'A value that looks like a real one.', 'sk-…'),
    pattern: optional(text, 'Regular expression that the whole value has to match.', '^sk-[\\w-]+$'),
    pattern_level: optional(
        z.enum(['warn']),
        '`warn`: a value that does not match `pattern` only gets a warning. Absent: it is refused.',
        'warn'
    ),
    format: optional(z.enum(['hostname', 'uri', 'uuid', 'email']), 'Kind of value. Absent: text of every form.', 'uri'),
    enum: optional(texts, 'Values to choose from. Absent: not limited.', ['eu', 'au']),
    enum_labels: optional(
        z.record(z.string(), z.string()),
        'Labels of the values of `enum`; that of the empty value is for leaving an optional field out. Absent: the values themselves.',
        { '': 'United States', eu: 'Europe', au: 'Australia' }
    ),
    optional: optional(flag, 'Whether the field may stay empty. Absent: no.', true),
    order: optional(number, 'Place of the field in the form, from the lowest.', 1),
    default_value: optional(text, 'Value that the field begins with.', 'eu'),
    hidden: optional(flag, 'Whether the end user is not asked, because the integration, the session or an import brings the value.', true),
    automated: optional(flag, 'Whether the end user is not asked, because the provider brings the value when connecting.', true),
    prefix: optional(text, 'Text shown before the field; it is not part of the value.', 'https://'),
    suffix: optional(text, 'Text shown after the field; it is not part of the value.', '.zendesk.com'),
    doc_section: optional(text, 'Fragment of `docs_connect` that explains this field.', 'create-restricted-api-secret-key'),
    secret: optional(flag, 'Whether the value is stored encrypted, and hidden while it is typed. Absent: no.', true),
    multiline: optional(flag, 'Whether the value has several lines, such as a PEM key.', true),
    accept: optional(text, 'Kinds of file that may be dropped on the field, as in `<input accept>`.', '.pem'),
    visible_when: optional(
        z.object({
            field: required(text, 'Name of the other field, of the same object.', 'region'),
            equals: required(text, 'Value of the other field with which this one is asked for.', 'eu')
        }),
        'Asks for the field only while another one has this value.',
        { field: 'region', equals: 'eu' }
    )
});
const form = z.record(z.string(), definedField);

const verification = z.object({
    method: required(z.enum(['GET', 'POST']), 'Method of the request.', 'GET'),
    endpoints: required(texts, 'Paths below `base_url`, tried in order until one accepts.', ['/v1/me']),
    headers: optional(templates, 'Headers of this request besides those of `proxy.headers`.', { accept: 'application/json' }),
    data: optional(z.record(z.string(), z.unknown()), 'JSON body of the request.', { query: '{ viewer { id } }' })
});

const rateLimits = z.object({
    per: required(
        text,
        '`credentials`: each API key or user has a budget; `client`: all connections of one OAuth app share it; else a template, and connections with the same value share it.',
        'credentials'
    ),
    windows: required(
        z.array(
            z.object({
                requests: required(number, 'Requests that the provider takes.', 500),
                per_seconds: required(number, 'Seconds in which it takes them.', 60)
            })
        ),
        'Limits that hold at the same time.',
        [{ requests: 500, per_seconds: 60 }]
    ),
    wait_seconds: optional(number, 'Seconds to wait after a 429 that does not say how long. Absent: 1, doubled each time, at most 30.', 60)
});

const headerNames = z.union([z.string(), texts]);
const retry = z.object({
    at: optional(headerNames, 'Response headers that say when to try again, as epoch time or date.', 'x-ratelimit-reset'),
    after: optional(headerNames, 'Response headers that say how long to wait, in seconds, as date or duration.', 'retry-after'),
    remaining: optional(text, 'Response header with the number of requests left.', 'x-ratelimit-remaining'),
    error_code: optional(texts, 'The only statuses that are retried, besides those that the request names.', ['429', '5xx']),
    rate_limited: optional(
        z.object({
            status: required(number, 'Status of the response.', 400),
            path: optional(
                text,
                'Where the text is in the JSON body: a path with dots. Absent: the headers tell, by `Retry-After` or no requests left.',
                'errors.0.extensions.code'
            ),
            value: optional(text, 'The text.', 'RATELIMITED')
        }),
        'What the provider sends where others send a 429.',
        { status: 400, path: 'errors.0.extensions.code', value: 'RATELIMITED' }
    )
});

const credentialsRefused = z.object({
    status: required(number, 'Status of the response.', 403),
    header: optional(text, 'Header that has the value.', 'x-amzn-errortype'),
    value: optional(text, 'Its value.', 'ForbiddenException'),
    unless: optional(
        z.object({
            path: required(text, 'Where the text is in the JSON body: a path with dots.', 'errors.0'),
            value: required(text, 'The text.', 'missing_endpoint_permission')
        }),
        'Instead of a header: what the body does not say then.',
        { path: 'errors.0', value: 'missing_endpoint_permission' }
    )
});

const errorsInSuccess = z.object({
    code: required(text, 'Where the code is in the JSON body: a path with dots. Absent there: the call succeeded.', 'errors.0.code'),
    rate_limited: optional(texts, 'Codes that mean a rate limit.', ['606']),
    credentials_refused: optional(texts, 'Codes that mean refused credentials.', ['601', '602'])
});

const paginate = z.object({
    type: required(z.enum(['cursor', 'link', 'offset']), 'How a page names the next one.', 'cursor'),
    response_path: optional(
        text,
        'Where the items are: a path with dots; `*` for the only list of the body; of `A || B` the first that is a list. Absent: the whole body.',
        'data.items'
    ),
    omits_empty_list: optional(always, 'Whether the list is absent from a page without items.', true),
    limit_name_in_request: optional(text, 'Parameter for the size of a page.', 'limit'),
    limit: optional(number, 'Size of a page unless the request names one.', 100),
    in_body: optional(flag, 'Whether the parameters go into the JSON body. Absent: where there is one.', true),
    cursor_path_in_response: optional(text, 'For `cursor`: where the cursor is in the body.', 'paging.next.after'),
    cursor_name_in_request: optional(text, 'For `cursor`: parameter that takes it.', 'after'),
    link_rel_in_response_header: optional(text, 'For `link`: relation type in the `Link` header.', 'next'),
    link_path_in_response_body: optional(text, 'For `link`: where the address is in the body.', '@odata.nextLink'),
    offset_name_in_request: optional(text, 'For `offset`: parameter that takes it.', 'page'),
    offset_start_value: optional(number, 'For `offset`: its first value. Absent: 0.', 1),
    offset_calculation_method: optional(
        z.enum(['by-response-size', 'per-page']),
        'For `offset`: whether it grows by the number of items received, or by one. Absent: `by-response-size`.',
        'per-page'
    )
});

const proxy = z.object({
    base_url: required(text, 'Address that paths of proxied requests are appended to; a template.', 'https://api.github.com'),
    hosts: optional(texts, 'Further hosts that may receive credentials; one that begins with a dot stands for all below it.', [
        'uploads.github.com'
    ]),
    headers: optional(templates, 'Headers of each request, as templates; one that cannot be filled in is left out.', {
        authorization: 'Bearer ${accessToken}'
    }),
    query: optional(templates, 'Query parameters of each request, as templates.', { version: '2' }),
    verification: optional(verification, 'Request that tells whether credentials are valid.', { method: 'GET', endpoints: ['/v1/me'] }),
    rate_limits: optional(rateLimits, 'How many requests the provider takes, and whose it counts together.', {
        per: 'credentials',
        windows: [{ requests: 500, per_seconds: 60 }]
    }),
    retry: optional(retry, 'How the provider says when to try again.', { after: 'retry-after' }),
    credentials_refused: optional(
        credentialsRefused,
        'What the provider sends, besides 401, when it refuses the credentials, which are then checked at once.',
        { status: 403, header: 'x-amzn-errortype', value: 'ForbiddenException' }
    ),
    errors_in_success: optional(errorsInSuccess, 'How the provider tells errors in responses with status 200.', {
        code: 'error',
        rate_limited: ['ratelimited'],
        credentials_refused: ['invalid_auth']
    }),
    paginate: optional(paginate, 'How to get the next page of a list.', {
        type: 'cursor',
        cursor_path_in_response: 'next',
        cursor_name_in_request: 'cursor'
    }),
    idempotency: optional(
        z.object({
            header: optional(text, 'Header with the key.', 'Idempotency-Key'),
            query: optional(text, 'Query parameter with the key, where it is not in a header.', 'requestid')
        }),
        'Where a write carries its idempotency key.',
        { header: 'Idempotency-Key' }
    ),
    decompress: optional(flag, 'Whether responses are decompressed unless the request says otherwise.', true),
    forward_headers_on_redirect: optional(
        flag,
        "Whether a redirect to another host of the provider keeps the request's headers, credentials excepted.",
        true
    )
});

const identity = z.object({
    url: required(text, 'Path below `proxy.base_url`, or an address on a host of the provider; a template.', '/v1/me'),
    method: optional(z.enum(['GET', 'POST']), 'Method of the request. Absent: `GET`.', 'POST'),
    headers: optional(templates, 'Headers of this request besides those of `proxy.headers`.', { accept: 'application/json' }),
    data: optional(z.record(z.string(), z.unknown()), 'JSON body of the request.', { query: '{ viewer { id } }' }),
    list: optional(text, 'Where the list of accounts is, `*` for the whole body. Absent: the body is one account.', 'accounts'),
    id: required(text, 'Where the id of an account is, within it.', 'id'),
    label: required(texts, 'Where its name is; the first that has a text. None has: the id.', ['name', 'email']),
    connection_config: optional(templates, 'Fields of the connection config, with the path of their value.', { cloudId: 'id' })
});

/** A provider as `GET /providers` shows it: its definition without hooks. */
export const apiProvider = z.object({
    name: required(text, 'Id of the provider.', 'github'),
    display_name: required(text, 'Name of the provider.', 'GitHub'),
    auth_mode: required(
        z.enum([
            'OAUTH2',
            'OAUTH1',
            'OAUTH2_CC',
            'TWO_STEP',
            'JWT',
            'SIGNATURE',
            'BILL',
            'API_KEY',
            'BASIC',
            'TBA',
            'AWS_SIGV4',
            'NONE',
            'APP',
            'CUSTOM',
            'INSTALL_PLUGIN',
            'MCP_OAUTH2',
            'MCP_OAUTH2_GENERIC'
        ]),
        'How to authenticate to it: by a sign-in of OAuth 2 or OAuth 1.0a, by client credentials, by a login that brings a token, with a key that signs tokens, with a password that signs requests, by a session of an organization, with an API key, with a user name and a password, with a token or the credentials of an AWS role, which sign each request, not at all, as an app that is installed there, as one on behalf of who installs it, by a password that the end user approves on a site of their own, or by a sign-in for an MCP server, whose address the definition or the end user gives.',
        'OAUTH2'
    ),
    logo_url: required(text, 'Address of its mark, an SVG image.', 'https://api.example.com/providers/github/icon'),
    categories: required(texts, 'Ids of its categories.', ['dev-tools']),
    docs: required(text, "Documentation of the provider's API.", 'https://docs.github.com/rest'),
    docs_connect: optional(
        text,
        'Page that tells an end user where to find what the form asks for.',
        'https://docs.ashbyhq.com/how-do-i-generate-an-api-key'
    ),
    guide: optional(texts, 'The same in steps, for end users. Absent where the form asks for nothing.', [
        'In Ashby, go to “Admin → Integrations → API Keys”.',
        'Copy the key and paste it here. It is shown only once.'
    ]),
    setup: optional(
        z.object({
            url: optional(text, 'Page of the provider about it.', 'https://docs.github.com/apps/oauth-apps'),
            text: required(text, 'What to do, in English.', 'Register an OAuth app with the redirect URI of your server.')
        }),
        'How you get what an integration needs. Absent for sandboxes.',
        { text: 'Nothing to register. End users create a key in their settings.' }
    ),
    aliases: optional(texts, 'Further words that a search should find it by.', ['git']),
    other_ids: optional(texts, 'Further ids that it can be named by.', ['github-oauth']),
    certainty: optional(certainty, 'How sure the facts of the definition are. Absent for sandboxes and private APIs.', {
        level: 'documented',
        checked_on: '2026-11-28'
    }),
    identity: optional(identity, 'Request that tells who signed in.', { url: '/v1/me', id: 'id', label: ['email'] }),
    credentials: optional(form, 'Fields of the credentials that an end user types, by name.', {
        apiKey: { type: 'string', title: 'API key', secret: true }
    }),
    connection_config: optional(form, 'Fields of the connection config, by name.', {
        subdomain: { type: 'string', title: 'Subdomain', suffix: '.zendesk.com' }
    }),
    webhooks: optional(
        z.record(z.string(), z.unknown()),
        'How its webhooks are signed, and what in them names the connection. Absent: it sends none to Patchbay.',
        { signature: { header: 'x-hub-signature-256', prefix: 'sha256=', algorithm: 'sha256', encoding: 'hex' }, forms: [] }
    ),
    no_check: optional(text, 'Why credentials are not checked before they are saved.', 'A token that was issued is the check.'),
    sandbox: optional(always, 'Whether it is part of the sandbox, and only there where one is configured.', true),
    proxy: optional(proxy, "How to reach the provider's API.", { base_url: 'https://api.github.com' }),
    authorization_url: oneOrHalves('Authorization endpoint (RFC 6749 §3.1); a template.', 'https://github.com/login/oauth/authorize'),
    authorization_params: optional(templates, 'Further parameters of the authorization request, as templates.', { access_type: 'offline' }),
    select_account_params: optional(templates, 'Parameters added so that the end user chooses an account.', { prompt: 'select_account' }),
    disable_pkce: optional(flag, 'Whether the provider does not take PKCE (RFC 7636). Absent: it does.', true),
    refuses_webviews: optional(always, 'Whether the sign-in refuses to run in a web view of another app.', true),
    granted_scope_names: optional(templates, 'Scope → its name in the token response, where they differ.', {
        email: 'https://www.googleapis.com/auth/userinfo.email'
    }),
    redirect_uri_metadata: optional(texts, 'Query parameters of the callback that are copied to the connection config.', ['realmId']),
    authorization_code_param_in_callback: optional(text, 'Query parameter of the callback that is the code. Absent: `code`.', 'auth_code'),
    issuer: optional(text, 'Value that `iss` has to have in the callback (RFC 9207).', 'https://accounts.example.com'),
    client_registration: optional(
        z.enum(['dynamic', 'static', 'cimd']),
        'For `MCP_OAUTH2`: `dynamic`: Patchbay registers itself (RFC 7591); `cimd`: it serves a client ID metadata document; `static`: an integration has an OAuth app.',
        'dynamic'
    ),
    registration_url: optional(
        text,
        'For `MCP_OAUTH2`: registration endpoint, where its metadata names none.',
        'https://mcp.example.com/register'
    ),
    registration_params: optional(templates, 'For MCP servers: further members of what a client registers (RFC 7591 §2).', {
        software_id: 'patchbay'
    }),
    installation: optional(installation, 'For `APP` and `CUSTOM`: how the provider tells of an installation.', {
        url: 'https://api.github.com/app/installations/1',
        id: 'account.id',
        label: ['account.login'],
        changed_at: ['updated_at'],
        suspended_at: 'suspended_at',
        app_errors: ['Integration not found'],
        suspended_errors: ['This installation'],
        user: {
            token_url: 'https://github.com/login/oauth/access_token',
            installations_url: 'https://api.github.com/user/installations',
            list: 'installations',
            setting: 'Request user authorization'
        }
    }),
    ...oauth1Fields,
    service: optional(text, 'Service of AWS, as signatures name it.', 's3'),
    token_url: oneOrHalves('Token endpoint (RFC 6749 §3.2); a template.', 'https://github.com/login/oauth/access_token'),
    refresh_url: optional(text, 'Address of the refresh request. Absent: `token_url`.', 'https://api.example.com/oauth/refresh'),
    refresh_params: optional(templates, 'Parameters of the refresh request, instead of `token_params`.', { expires_in: '1800' }),
    token_expiration_buffer: optional(number, 'Seconds before its expiry at which a token is renewed. Absent: 900.', 300),
    usual_lifetime_seconds: optional(number, 'Lifetime of a token whose response states none. Absent: it does not expire.', 900),
    refresh: optional(refresh, 'How refresh tokens of the provider behave.', { rotation: 'strict', idle_hours: 2400 }),
    no_refresh: optional(text, 'Why there is no refresh token.', 'A token lasts until the app is uninstalled.'),
    revocation_url: optional(text, 'Revocation endpoint (RFC 7009); a template.', 'https://oauth2.googleapis.com/revoke'),
    revocation_body_format: optional(
        z.enum(['form', 'json']),
        '`json`: the revocation request is JSON with the token alone. Absent: `form`.',
        'json'
    ),
    revocation_ends: optional(
        z.enum(['grant', 'account']),
        'What a revocation ends: the grant of one sign-in, or all that the account has granted to the OAuth app. Absent: `account`.',
        'grant'
    ),
    token_params: optional(templates, 'Further parameters of the token request, as templates.', { expires_in: '1800' }),
    token_headers: optional(templates, 'Headers of the token request, as templates.', { 'notion-version': '2025-09-03' }),
    authorization_method: optional(
        z.enum(['header', 'body']),
        'Where the token request carries the client credentials: HTTP Basic, or the body. Absent: `body`.',
        'header'
    ),
    body_format: optional(z.enum(['form', 'json', 'xml']), 'Media type of the token request. Absent: `form`.', 'json'),
    scope_separator: optional(text, 'What stands between scopes. Absent: a space.', ','),
    default_scopes: optional(texts, 'Scopes of an integration that names none.', ['read:user']),
    scope_descriptions: optional(templates, 'Scope → what it allows, in words for the end user.', { 'read:user': 'Read your profile' }),
    token_response_metadata: optional(texts, 'Paths in the token response that are copied to the connection config.', ['workspace_id']),
    expires_in_unit: optional(
        z.enum(['seconds', 'milliseconds']),
        'Unit of `expires_in` in the token response. Absent: `seconds`.',
        'milliseconds'
    ),
    token_types: optional(texts, 'Values of `token_type` that mean a bearer token, besides `bearer`.', ['bot', 'user']),
    client_certificate: clientCertificate,
    token_step: optional(
        exchangeStep,
        'Request after each token response of OAUTH2. Its own response has the token that calls carry; templates have the one before as `${accessToken}`.',
        { token_url: 'https://api.example.com/login', token_response: { token: 'session.token' } }
    ),
    token_request_method: optional(z.enum(['GET', 'POST']), 'Method of the token request of TWO_STEP. Absent: `POST`.', 'GET'),
    token_response: optional(tokenResponse, 'Where the response of TWO_STEP has the token; dotted paths.', { token: 'session.token' }),
    token_expires_in_ms: optional(number, 'Lifetime in milliseconds of a token whose response states none.', 3_600_000),
    additional_steps: optional(z.array(z.object(tokenStep)), 'Further requests of TWO_STEP; the last response has the token.', [
        { token_url: 'https://api.example.com/token' }
    ]),
    signature: optional(
        z.object({
            protocol: required(z.enum(['RSA', 'EC', 'HMAC', 'WSSE']), 'Kind of the key of JWT; for SIGNATURE always `WSSE`.', 'EC'),
            algorithm: optional(text, '`alg` of the tokens of JWT (RFC 7518 §3.1).', 'ES256'),
            hmac_secret_encoding: optional(
                z.enum(['utf8', 'hex', 'base64']),
                'How the secret of `HMAC` is written. Absent: `utf8`.',
                'hex'
            ),
            digest_encoding: optional(
                z.enum(['base64', 'hex']),
                'How the digest of `WSSE` is encoded: as in the UsernameToken Profile, or as Base64 of its hexadecimal digits. Absent: `base64`.',
                'hex'
            )
        }),
        'How tokens of JWT and requests of SIGNATURE are signed.',
        { protocol: 'EC', algorithm: 'ES256' }
    ),
    token: optional(
        z.object({
            signing_key: optional(text, 'The key of JWT; a template.', '${credentials.privateKey}'),
            expires_in_ms: required(number, 'Lifetime in milliseconds.', 600_000),
            header: optional(templates, 'Header of a JWT besides `alg` and `typ`, as templates.', { kid: '${credentials.keyId}' }),
            payload: optional(templates, 'Claims of a JWT besides `iat` and `exp`, as templates.', { aud: 'api.example.com' })
        }),
        'What tokens of JWT and SIGNATURE are made of.',
        { signing_key: '${credentials.privateKey}', expires_in_ms: 600_000 }
    ),
    refresh_step: optional(z.object(tokenStep), 'Request that trades the refresh token of TWO_STEP.', {
        token_url: 'https://api.example.com/renew'
    })
});
