import { definitions } from './catalog.gen.ts';
import { Catalog } from './catalog.ts';
import type { Provider } from './provider.ts';

export type { AuthMode } from './auth-mode.ts';
export { Catalog } from './catalog.ts';
export { categoryNames } from './category-names.ts';
export { findMistakes } from './check-definition.ts';
export type { Mistake } from './check-definition.ts';
export { checkCredentials } from './check-credentials.ts';
export { copyMetadata, interpolationValues, resolveTemplates, resolveHeaders, resolveProxy, valueAt } from './connection-values.ts';
export { destinationFields } from './destination-fields.ts';
export { checkFields, FIELD_MAX_CHARACTERS, isValidValue, visibleFields } from './fields.ts';
export type { FieldIssue, FieldRules } from './fields.ts';
export { interpolate, interpolateUrl, placeholders, UnsafeValueError } from './interpolate.ts';
export type { InterpolationValues } from './interpolate.ts';
export { installedAppOf, isInstalled, signInOf } from './halves.ts';
export type { InstalledProvider } from './halves.ts';
export { identify } from './identify.ts';
export { errorIn, isRateLimited, isUsedUp, tellsRateLimitInBody } from './is-rate-limited.ts';
export type { Signs } from './is-rate-limited.ts';
export { localize, localizeDefinition, localizeField, localizeGuide, pickLanguage } from './localize.ts';
export type { Language } from './localize.ts';
export type { FormField, FormFields } from './form-field.ts';
export { isMcp, mcpInitialize } from './mcp.ts';
export { needsApp } from './needs-app.ts';
export type {
    Account,
    ApiKeyProvider,
    AppProvider,
    AwsProvider,
    BasicProvider,
    BillProvider,
    CallbackCheck,
    Certainty,
    CheckResult,
    ConnectionConfig,
    CredentialValues,
    CustomProvider,
    Identity,
    InstallPluginProvider,
    JwtProvider,
    Mark,
    McpGenericProvider,
    McpProvider,
    OAuth1Provider,
    OAuth2ClientCredentialsProvider,
    OAuth2Provider,
    Provider,
    ProviderRequest,
    ProviderResponse,
    Revocation,
    SignatureProvider,
    TbaProvider,
    TwoStepProvider,
    UnauthenticatedProvider
} from './provider.ts';
export type { CredentialsRefused, Paginate, ProxyDefinition, RateLimits, RetryDefinition, Templates } from './proxy-definition.ts';
export { readWebhook } from './read-webhook.ts';
export type { ReadWebhook } from './read-webhook.ts';
export type { RefreshDefinition } from './refresh-definition.ts';
export { refusesCredentials, tellsRefusalInBody } from './refuses-credentials.ts';
export type { ExchangeStep, TokenResponsePaths, TokenStep } from './token-definition.ts';
export { trimTrailingSlashes } from './trim-trailing-slashes.ts';
export { toPublicProvider } from './to-public-provider.ts';
export type { PublicProvider } from './to-public-provider.ts';
export { verifyWebhook } from './verify-webhook.ts';
export type { WebhookEvent, WebhookRequest, WebhookVerdict, WithWebhooks } from './webhook-definition.ts';

/**
 * Every provider by id, sorted. `sandbox: true` ones are of use only where a sandbox is configured.
 */
export const providers: ReadonlyMap<string, Provider> = new Catalog(definitions);

export function findProvider(id: string): Provider | undefined {
    return providers.get(id);
}
