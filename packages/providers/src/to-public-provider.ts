import type { Provider } from './provider.ts';

type FieldOf<T> = T extends unknown ? keyof T : never;
type ValueOf<T, Name> = T extends unknown ? (Name extends keyof T ? T[Name] : never) : never;
/** What JSON makes of a value: an object of its own, which may be changed. */
type Copy<T> = T extends string
    ? T
    : T extends readonly (infer Item)[]
      ? Copy<Item>[]
      : T extends object
        ? { -readonly [Name in keyof T]: Copy<T[Name]> }
        : T;

/** Whether `GET /providers` shows a field. A new field does not compile until this is decided. */
const isPublic = {
    id: false, // It is the `name`.
    display_name: true,
    mark: false, // An image of its own.
    auth_mode: true,
    categories: true,
    docs: true,
    docs_connect: true,
    guide: true,
    setup: true,
    untranslated: false,
    aliases: true,
    other_ids: true,
    certainty: true,
    credentials: true,
    connection_config: true,
    no_check: true,
    sandbox: true,
    proxy: true,
    authorization_url: true,
    authorization_params: true,
    select_account_params: true,
    disable_pkce: true,
    refuses_webviews: true,
    granted_scope_names: true,
    redirect_uri_metadata: true,
    authorization_code_param_in_callback: true,
    approval_errors: false, // End users do not see them.
    issuer: true,
    client_registration: true,
    registration_url: true,
    registration_params: true,
    installation: true,
    service: true,
    request_url: true,
    request_params: true,
    request_http_method: true,
    token_http_method: true,
    signature_method: true,
    token_url: true,
    refresh_url: true,
    refresh_params: true,
    token_expiration_buffer: true,
    usual_lifetime_seconds: true,
    refresh: true,
    no_refresh: true,
    revocation_url: true,
    revocation_body_format: true,
    revocation_ends: true,
    token_params: true,
    token_headers: true,
    authorization_method: true,
    body_format: true,
    scope_separator: true,
    default_scopes: true,
    scope_descriptions: true,
    token_response_metadata: true,
    expires_in_unit: true,
    token_types: true,
    token_step: true,
    client_certificate: true,
    token_request_method: true,
    token_response: true,
    token_expires_in_ms: true,
    additional_steps: true,
    refresh_step: true,
    signature: true,
    token: true,
    webhooks: true,
    verifyWebhook: false,
    checkCredentials: false,
    identity: true,
    identify: false,
    revoke: false,
    tokenFromAnswer: false,
    authorizationParams: false,
    fromCallback: false
} as const satisfies Record<FieldOf<Provider>, boolean>;

type PublicField = { [Name in keyof typeof isPublic]: (typeof isPublic)[Name] extends true ? Name : never }[keyof typeof isPublic];
type InAll = 'display_name' | 'auth_mode' | 'categories' | 'docs';

/** A definition as `GET /providers` prints it: data without hooks, plain JSON. */
export type PublicProvider = Copy<
    { name: string } & Pick<Provider, InAll> & { [Name in Exclude<PublicField, InAll>]?: ValueOf<Provider, Name> }
>;

/** @returns a fresh object; `name` is the id, as on the wire */
export function toPublicProvider({ id, ...definition }: Provider): PublicProvider {
    // The type of a provider has no other fields; TypeScript types their names as string.
    const shown = Object.entries(definition).filter(([field]) => isPublic[field as keyof typeof isPublic]);
    // A copy that the caller may change, of the public fields alone.
    return JSON.parse(JSON.stringify({ name: id, ...Object.fromEntries(shown) })) as PublicProvider;
}
