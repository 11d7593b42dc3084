import { invalidBody, webhookUrl as webhookUrlSchema } from '@patchbay/contracts';
import { reservedAuthorizationParams } from '@patchbay/oauth';
import { checkFields } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import { checkSettings } from '../../connections/connection-store/check-settings.ts';
import { requireDestinationScope } from '../../platform/integrations/require-destination-scope.ts';
import { fieldRules } from '../../platform/integrations/field-rules.ts';
import { listProvidersOf } from '../../platform/integrations/list-providers-of.ts';
import { withSafeLogo } from '../../platform/logos/with-safe-logo.ts';
import type { SessionRequest } from './session-request.ts';
import type { SecretKeyCaller } from '../../platform/environments/authenticate-secret-key.ts';

/**
 * Validates a session request at mint time, because the end user could not fix it.
 * @returns the request as it is to be stored
 * @throws {AppError} `invalid_body` for an unknown integration, a reserved authorization parameter,
 * invalid settings of syncs, or an SVG that does more than draw; `forbidden` for an address that
 * the caller may not set
 */
export async function checkSessionRequest(
    deps: Pick<Deps, 'batches' | 'db' | 'providers' | 'providersOf' | 'config'>,
    caller: SecretKeyCaller,
    request: SessionRequest
): Promise<SessionRequest> {
    const named = [...request.allowedIntegrations, ...Object.keys(request.defaults), ...Object.keys(request.overrides)];
    const integrations = await listProvidersOf(deps, caller.environmentId, named);
    checkIntegrations(integrations, request);
    checkConfig(deps, caller, integrations, request.defaults);
    checkAuthorizationParams(request.defaults);
    checkMetadata(integrations, request.defaults);
    const { defaults, webhookUrl } = hoistWebhookUrl(request.defaults);
    const appearance = withSafeLogo(request.appearance);
    return { ...request, appearance, defaults, webhookUrlOverride: request.webhookUrlOverride ?? webhookUrl };
}

function checkIntegrations(known: ReadonlyMap<string, string>, request: SessionRequest): void {
    const unknown = request.allowedIntegrations.findIndex((key) => !known.has(key));
    if (unknown !== -1) throw invalidBody(['allowed_integrations', unknown], 'Integration does not exist');
    for (const [field, object] of [
        ['integrations_config_defaults', request.defaults],
        ['overrides', request.overrides]
    ] as const) {
        const unknownKey = Object.keys(object).find((key) => !known.has(key));
        if (unknownKey !== undefined) throw invalidBody([field, unknownKey], 'Integration does not exist');
    }
}

function checkConfig(
    { config: settings, providers }: Pick<Deps, 'config' | 'providers'>,
    caller: SecretKeyCaller,
    integrations: ReadonlyMap<string, string>,
    defaults: SessionRequest['defaults']
): void {
    for (const [key, { connection_config: config = {} }] of Object.entries(defaults)) {
        // Of all providers: by the time it is used, another integration may have this key.
        requireDestinationScope(caller, { providers: providers.values(), config });
        const fields = providers.get(integrations.get(key) ?? '')?.connection_config ?? {};
        const given = Object.fromEntries(Object.entries(fields).filter(([name]) => Object.hasOwn(config, name)));
        const [issue] = checkFields(given, config, { unknown: 'ignore', ...fieldRules(settings) });
        if (issue) throw invalidBody(['integrations_config_defaults', key, 'connection_config', ...issue.path], issue.message);
    }
}

/** Any of these would weaken the sign-in: another state, another redirect, no PKCE (T-07). */
function checkAuthorizationParams(defaults: SessionRequest['defaults']): void {
    for (const [key, { authorization_params: params = {} }] of Object.entries(defaults)) {
        const reserved = Object.keys(params).find((name) => reservedAuthorizationParams.includes(name.toLowerCase()));
        if (reserved === undefined) continue;
        const message = `${reserved} is set by the server. Scopes go into user_scopes; the rest cannot be chosen.`;
        throw invalidBody(['integrations_config_defaults', key, 'authorization_params', reserved], message);
    }
}

function checkMetadata(integrations: ReadonlyMap<string, string>, defaults: SessionRequest['defaults']): void {
    for (const [key, { metadata = {} }] of Object.entries(defaults))
        checkSettings(integrations.get(key) ?? '', metadata, ['integrations_config_defaults', key, 'metadata']);
}

/** Older clients put the session's webhook address into an integration's connection config. */
function hoistWebhookUrl(given: SessionRequest['defaults']): { defaults: SessionRequest['defaults']; webhookUrl: string | null } {
    let webhookUrl: string | null = null;
    const defaults: SessionRequest['defaults'] = {};
    for (const [key, { connection_config: config = {}, ...rest }] of Object.entries(given)) {
        const { webhook_url: nested, ...others } = config;
        if (nested !== undefined) {
            const parsed = webhookUrlSchema.safeParse(nested);
            if (!parsed.success)
                throw invalidBody(['integrations_config_defaults', key, 'connection_config', 'webhook_url'], 'Invalid URL');
            webhookUrl ??= parsed.data || null;
        }
        defaults[key] = { ...rest, connection_config: others };
    }
    return { defaults, webhookUrl };
}
