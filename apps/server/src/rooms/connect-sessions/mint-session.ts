import { invalidBody, webhookUrl as webhookUrlSchema } from '@patchbay/contracts';
import type { StoredEndUser } from '@patchbay/db';
import { reservedAuthorizationParams } from '@patchbay/oauth';
import { checkFields } from '@patchbay/providers';
import type { Deps } from '../../deps.ts';
import { mintSessionToken } from '../../kernel/keyed-hash.ts';
import type { SealPlace } from '../../kernel/seal.ts';
import { listProvidersOf } from '../integrations/list-providers-of.ts';
import { insertSession } from './connect-sessions.sql.ts';

export const sessionLifetimeMs = 30 * 60_000;

/** Values and limits that the customer's backend sets for one integration. They win over whatever the end user types. */
export interface IntegrationDefaults {
    user_scopes?: string | undefined;
    authorization_params?: Record<string, string> | undefined;
    connection_config?: Record<string, unknown> | undefined;
}

export interface SessionRequest {
    environmentId: string;
    endUser: StoredEndUser | null;
    tags: Record<string, string>;
    /** Empty: every integration of the environment. */
    allowedIntegrations: string[];
    defaults: Record<string, IntegrationDefaults>;
    overrides: Record<string, { docs_connect?: string | undefined }>;
    allowedOrigins: string[];
    webhookUrlOverride: string | null;
    /** The connection to renew, when the session is for that. */
    reconnect: { integrationId: string; connectionId: string } | null;
}

export interface MintedSession {
    token: string;
    connectLink: string;
    expiresAt: Date;
}

/** @throws {AppError} `invalid_body` naming an integration that does not exist, or an authorization parameter that is not the caller's to set */
export async function mintSession(
    { db, clock, ids, tokens, seal, config, providers }: Pick<Deps, 'db' | 'clock' | 'ids' | 'tokens' | 'seal' | 'config' | 'providers'>,
    request: SessionRequest
): Promise<MintedSession> {
    const integrations = await listProvidersOf(db, request.environmentId);
    checkIntegrations(integrations, request);
    checkConfig(integrations, providers, request.defaults);
    checkAuthorizationParams(request.defaults);
    const { defaults, webhookUrl } = hoistWebhookUrl(request.defaults);
    const id = ids.uuid();
    const { token, secret } = mintSessionToken();
    const linkCode = ids.secret();
    const expiresAt = new Date(clock.now().getTime() + sessionLifetimeMs);
    const place = (column: string) => sessionPlace({ environment_id: request.environmentId, id }, column);
    await insertSession(db, {
        environment_id: request.environmentId,
        id,
        // Only hashes are stored: a leaked table must not be a pile of usable tokens.
        token_hash: tokens.hash(secret),
        link_hash: tokens.hash(linkCode),
        link_token: await seal.seal(place('link_token'), token),
        end_user: request.endUser ? JSON.stringify(request.endUser) : null,
        tags: JSON.stringify(request.tags),
        allowed_integrations: request.allowedIntegrations,
        config_defaults: await seal.seal(place('config_defaults'), defaults),
        overrides: JSON.stringify(request.overrides),
        allowed_origins: request.allowedOrigins,
        webhook_url_override: request.webhookUrlOverride ?? webhookUrl,
        reconnect_integration_id: request.reconnect?.integrationId ?? null,
        reconnect_connection_id: request.reconnect?.connectionId ?? null,
        expires_at: expiresAt
    });
    return { token, connectLink: `${config.connectUrl}/l/${linkCode}`, expiresAt };
}

export function sessionPlace(row: { environment_id: string; id: string }, column: string): SealPlace {
    return { table: 'connect_sessions', column, environmentId: row.environment_id, rowId: row.id };
}

function checkIntegrations(known: ReadonlyMap<string, string>, request: SessionRequest): void {
    const unknown = request.allowedIntegrations.findIndex((key) => !known.has(key));
    if (unknown !== -1) throw invalidBody(['allowed_integrations', unknown], 'Integration does not exist');
    for (const [field, object] of [
        ['integrations_config_defaults', request.defaults],
        ['overrides', request.overrides]
    ] as const) {
        const stranger = Object.keys(object).find((key) => !known.has(key));
        if (stranger !== undefined) throw invalidBody([field, stranger], 'Integration does not exist');
    }
}

/** What the provider's definition refuses is said now, to the backend: its end user could not mend it. */
function checkConfig(integrations: ReadonlyMap<string, string>, providers: Deps['providers'], defaults: SessionRequest['defaults']): void {
    for (const [key, { connection_config: config = {} }] of Object.entries(defaults)) {
        const fields = providers.get(integrations.get(key) ?? '')?.connection_config ?? {};
        const given = Object.fromEntries(Object.entries(fields).filter(([name]) => Object.hasOwn(config, name)));
        const [issue] = checkFields(given, config, { unknown: 'ignore' });
        if (issue) throw invalidBody(['integrations_config_defaults', key, 'connection_config', ...issue.path], issue.message);
    }
}

/** Setting one of these would weaken the sign-in: another state, another redirect, no PKCE (T-07). */
function checkAuthorizationParams(defaults: SessionRequest['defaults']): void {
    for (const [key, { authorization_params: params = {} }] of Object.entries(defaults)) {
        const reserved = Object.keys(params).find((name) => reservedAuthorizationParams.includes(name.toLowerCase()));
        if (reserved === undefined) continue;
        const message = `${reserved} is set by the server. Scopes go into user_scopes; the rest cannot be chosen.`;
        throw invalidBody(['integrations_config_defaults', key, 'authorization_params', reserved], message);
    }
}

/** Older clients put the webhook address into the connection config of an integration; it belongs to the session. */
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
