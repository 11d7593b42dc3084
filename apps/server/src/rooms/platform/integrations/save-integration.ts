import { AppError, invalidBody } from '@patchbay/contracts';
import type { Db, IntegrationRow } from '@patchbay/db';
import { checkFields, type FieldRules, isInstalled, isMcp, needsApp, type Provider } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import { SealError } from '../../../kernel/crypto/seal.ts';
import type { IntegrationChanges } from './integration-changes.ts';
import { fieldRules } from './field-rules.ts';
import { readBaseUrls } from './base-urls.ts';
import {
    findIntegration,
    hasConnections,
    insertIntegration,
    isEnvironmentFrozen,
    lockIntegration,
    updateIntegrationRow
} from './integrations.sql.ts';
import { type Integration, type IntegrationSecrets, integrationPlace, resolveWithLazySecrets } from './open-integration.ts';
import { replaceWebhookSecret } from './webhook-secrets.ts';
import { deleteLogo, saveLogo } from '../logos/logos.sql.ts';
import { mergeInstalledApp } from './installed-app.ts';
import { readLogo } from '../logos/read-logo.ts';
import { requireDestinationScope } from './require-destination-scope.ts';
import { holdEnvironment } from '../environments/environments.sql.ts';
import type { SecretKeyCaller } from '../environments/authenticate-secret-key.ts';

/**
 * Creates an integration.
 * @throws {AppError} `invalid_body` for a taken key, or missing or superfluous credentials;
 or a logo that can't be shown;
 * `forbidden` for an address that the caller may not set
 * @race one key twice: unique key, `on conflict do nothing`
 * @race one that is usable in a frozen environment: the environment's row `for share`
 */
export async function createIntegrationRow(
    { db, seal, ids, clock, config }: Pick<Deps, 'db' | 'seal' | 'ids' | 'clock' | 'config'>,
    args: { caller: SecretKeyCaller; provider: Provider; uniqueKey: string; changes: IntegrationChanges }
): Promise<IntegrationRow> {
    const { provider, changes } = args;
    checkCredentials(provider, changes, true, fieldRules(config));
    requireDestinationScope(args.caller, { providers: [provider], config: changes.config, baseUrls: changes.allowedBaseUrls });
    const place = { environment_id: args.caller.environmentId, id: ids.uuid() };
    const now = clock.now();
    const secrets = mergeSecrets(config, provider, { config: {}, custom: {} }, changes, now);
    const row = {
        ...place,
        unique_key: args.uniqueKey,
        provider: provider.id,
        display_name: changes.displayName ?? null,
        client_id: changes.credentials?.clientId ?? null,
        scopes: changes.scopes ?? ('default_scopes' in provider ? [...(provider.default_scopes ?? [])] : []),
        access: changes.access ?? [],
        guide: changes.guide ?? [],
        single_account: changes.singleAccount ?? false,
        forward_webhooks: changes.forwardWebhooks ?? true,
        enabled: changes.enabled ?? true,
        allowed_base_urls: readBaseUrls(changes.allowedBaseUrls ?? [], config.allowPrivateHosts),
        secrets: seal.seal(integrationPlace(place), secrets),
        created_at: now,
        updated_at: now
    };
    const logo = changes.logo ? readLogo(changes.logo, place.id) : undefined;
    return db.transaction().execute(async (trx) => {
        // Until the transaction ends it is neither deleted nor frozen.
        if (!(await holdEnvironment(trx, place.environment_id))) throw new AppError('unknown_account');
        if (await isEnvironmentFrozen(trx, place.environment_id))
            throw new AppError('frozen', { message: 'This environment is frozen. GET /freezes says why.' });
        const inserted = await insertIntegration(trx, row);
        if (!inserted) throw invalidBody(['uniqueKey'], 'Unique key already exists');
        if (logo) await saveLogo(trx, place, logo);
        return inserted;
    });
}

/**
 * Changes the given fields of an integration. Undefined when there is none.
 * @param args.expectedUpdatedAt refuses the change where another one came first
 * @param onNewClient runs in the same transaction when the OAuth app was given
 * @throws {AppError} as for a new one; `conflict`
 * @race a change undoes the other: row lock
 * @race renaming gives a name twice, or a connection is stored under the old name: unique key; lock
 * `for update`, which the connection's foreign key waits for
 */
export async function changeIntegration(
    { db, seal, clock, providers, config }: Pick<Deps, 'db' | 'seal' | 'clock' | 'providers' | 'config'>,
    args: { caller: SecretKeyCaller; uniqueKey: string; changes: IntegrationChanges; expectedUpdatedAt?: string | undefined },
    onNewClient: (trx: Db, row: IntegrationRow, now: Date) => Promise<void>
): Promise<Pick<Integration, 'row' | 'provider'> | undefined> {
    const { changes } = args;
    return db.transaction().execute(async (trx) => {
        const integration = resolveWithLazySecrets(
            { seal, providers },
            await lockIntegration(trx, args.caller.environmentId, args.uniqueKey, changes.uniqueKey !== undefined)
        );
        if (!integration) return undefined;
        const { row, provider } = integration;
        if (args.expectedUpdatedAt !== undefined && Date.parse(args.expectedUpdatedAt) !== row.updated_at.getTime())
            throw new AppError('conflict', {
                message: `The integration was changed at ${row.updated_at.toISOString()}. Read it again, then decide.`
            });
        if (changes.enabled === true && row.freeze_id !== null) throw new AppError('frozen');
        checkCredentials(provider, changes, false, fieldRules(config));
        requireDestinationScope(args.caller, { providers: [provider], config: changes.config, baseUrls: changes.allowedBaseUrls });
        if (changes.uniqueKey !== undefined && changes.uniqueKey !== row.unique_key) {
            if (await hasConnections(trx, row)) throw invalidBody(['unique_key'], "Can't rename an integration with active connections");
            if (await findIntegration(trx, row.environment_id, changes.uniqueKey))
                throw invalidBody(['unique_key'], 'Unique key already exists');
        }
        const changed: IntegrationRow = {
            ...row,
            unique_key: changes.uniqueKey ?? row.unique_key,
            display_name: changes.displayName ?? row.display_name,
            client_id: changes.credentials?.clientId ?? row.client_id,
            scopes: changes.scopes ?? row.scopes,
            access: changes.access ?? row.access,
            guide: changes.guide ?? row.guide,
            single_account: changes.singleAccount ?? row.single_account,
            forward_webhooks: changes.forwardWebhooks ?? row.forward_webhooks,
            enabled: changes.enabled ?? row.enabled,
            enabled_after_freeze: changes.enabled ?? row.enabled_after_freeze,
            allowed_base_urls: changes.allowedBaseUrls
                ? readBaseUrls(changes.allowedBaseUrls, config.allowPrivateHosts)
                : row.allowed_base_urls,
            secrets:
                changes.credentials || changes.config || changes.custom || changes.webhookSecret !== undefined
                    ? seal.seal(integrationPlace(row), mergeSecrets(config, provider, readableSecrets(integration), changes, clock.now()))
                    : row.secrets,
            updated_at: clock.now()
        };
        if (changes.credentials) changed.app_refusal = null;
        await updateIntegrationRow(trx, row, changed);
        if (changes.logo) await saveLogo(trx, row, readLogo(changes.logo, row.id));
        if (changes.logo === null) await deleteLogo(trx, row);
        if (changes.credentials) await onNewClient(trx, row, changed.updated_at);
        return { row: changed, provider };
    });
}

function checkCredentials(
    provider: Provider,
    { credentials, config, scopes }: IntegrationChanges,
    isNew: boolean,
    rules: FieldRules
): void {
    const { auth_mode: mode } = provider;
    if (needsApp(provider) && isNew && !credentials)
        throw invalidBody(['credentials'], `Missing credentials. ${needed(provider)}; see docs/integrations.md.`);
    if (needsApp(provider) && credentials && credentials.type !== mode)
        throw invalidBody(
            ['credentials', 'type'],
            `incompatible credentials auth type and provider auth. ${provider.display_name} takes credentials of the type ${mode}.`
        );
    if (!needsApp(provider) && credentials)
        throw invalidBody(
            ['credentials', 'type'],
            isMcp(provider)
                ? `incompatible credentials auth type and provider auth. Patchbay registers itself at ${provider.display_name}: leave credentials out.`
                : `incompatible credentials auth type and provider auth. ${provider.display_name} connects by ${provider.auth_mode}, with credentials of each end user: leave credentials out.`
        );
    if (provider.auth_mode !== 'OAUTH2' && !isMcp(provider) && scopes)
        throw invalidBody(['scopes'], `${provider.display_name} has no scopes: they belong to OAuth 2. Leave them out.`);
    // Not the credentials: those are each end user's own.
    const fields = provider.connection_config ?? {};
    const unknown = Object.keys(config ?? {}).find((name) => !Object.hasOwn(fields, name));
    if (unknown !== undefined)
        throw invalidBody(
            ['integration_config', unknown],
            `${provider.display_name} has no field of this name. It has: ${Object.keys(fields).join(', ') || 'none'}.`
        );
    // Checked now: an end user could not fix it. Missing values come from the session or form.
    const given = Object.fromEntries(Object.entries(fields).filter(([name]) => config?.[name]));
    const issue = checkFields(given, config ?? {}, rules)[0];
    if (issue) throw invalidBody(['integration_config', ...issue.path], issue.message);
}

function needed({ auth_mode: mode, display_name: name }: Provider): string {
    const ofApp = '"app_id": "…", "app_link": "…", "private_key": "…"';
    if (mode === 'APP') return `In ${name} your app is installed: give {"type": "APP", ${ofApp}}`;
    if (mode === 'CUSTOM')
        return `In ${name} your app is installed, and acts for who installs it: give {"type": "CUSTOM", "client_id": "…", "client_secret": "…", ${ofApp}}`;
    const how = mode === 'OAUTH2' ? 'signs in by OAuth 2' : `connects by ${mode}`;
    return `${name} ${how}: give {"type": "${mode}", "client_id": "…", "client_secret": "…"}`;
}

/** Unreadable secrets are replaced by the given ones. */
function readableSecrets(integration: Integration): IntegrationSecrets {
    try {
        return integration.secrets;
    } catch (error) {
        if (!(error instanceof SealError)) throw error;
        return { config: {}, custom: {} };
    }
}

function mergeSecrets(
    server: Pick<Deps['config'], 'sandboxUrl'>,
    provider: Provider,
    stored: IntegrationSecrets,
    { credentials, config, custom, ...changes }: IntegrationChanges,
    now: Date
): IntegrationSecrets {
    const ofApp = credentials?.type === 'APP' || credentials?.type === 'CUSTOM' ? credentials : undefined;
    const clientSecret = (credentials && 'clientSecret' in credentials ? credentials.clientSecret : undefined) ?? stored.clientSecret;
    const app = ofApp && isInstalled(provider) ? mergeInstalledApp(server, provider, stored.app, ofApp) : stored.app;
    return {
        ...(clientSecret === undefined ? {} : { clientSecret }),
        ...(app === undefined ? {} : { app }),
        config: config ?? stored.config,
        custom: custom ?? stored.custom,
        ...replaceWebhookSecret(stored, changes, now)
    };
}
