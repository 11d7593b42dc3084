import { AppError, type ImportedCredentials, invalidBody } from '@patchbay/contracts';
import { checkFields, type CredentialValues, type FieldIssue, type FieldRules, isInstalled, type Provider } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import { requireEnabled } from '../../platform/integrations/require-enabled.ts';
import { fieldRules } from '../../platform/integrations/field-rules.ts';
import type { Integration } from '../../platform/integrations/open-integration.ts';
import { requireDestinationScope } from '../../platform/integrations/require-destination-scope.ts';
import { issueCredentials, wrongField } from '../provider-calls/credential-types/credential-types.ts';
import { checkCredentials } from '../provider-calls/check-credentials.ts';
import { configForm } from '../provider-calls/credential-types/credential-types.ts';
import { toCustomCredentials, userHalfOf } from '../connection-store/credential-halves.ts';
import { credentialTraits } from '../connection-store/credential-traits.ts';
import { type ConnectionWithIntegration, findConnection } from '../connection-store/connections.sql.ts';
import type { Validation } from '../connection-store/connection-handlers.ts';
import { checkSettings } from '../connection-store/check-settings.ts';
import { toStoredEndUser, toTags } from '../connection-store/end-user.ts';
import { type ConnectionToSave, saveConnection } from '../connection-store/save-connection.ts';
import { importInstallation } from './import-installation.ts';
import type { Candidate } from '../connection-store/candidate.ts';
import type { SecretKeyCaller } from '../../platform/environments/authenticate-secret-key.ts';

const checkTimeoutMs = 5000;

export interface ImportInput {
    caller: SecretKeyCaller;
    connectionId: string | undefined;
    credentials: ImportedCredentials;
    connectionConfig: Record<string, unknown> | undefined;
    metadata: Record<string, unknown> | undefined;
    endUser: Parameters<typeof toStoredEndUser>[0];
    tags: Record<string, string> | undefined;
    webhookUrlOverride: string | undefined;
}

/**
 * Stores existing credentials. API keys and basic credentials are checked first: a refusal
 * rejects; with an unreachable provider they are stored unverified, so migrations do not hang.
 * @throws {AppError} `integration_disabled`, `forbidden`, `invalid_body`,
 * `connection_test_failed`, `connection_validation_failed`
 * @race a connection without its event: `saveConnection` in a transaction
 */
export async function importConnection(deps: Deps, integration: Integration, input: ImportInput): Promise<ConnectionWithIntegration> {
    requireEnabled(integration.row);
    // The address outlives these credentials: a reconnect sends there what the end user types.
    requireDestinationScope(input.caller, { providers: [integration.provider], config: input.connectionConfig });
    if (input.metadata) checkSettings(integration.provider.id, input.metadata);
    const candidate = await withToken(deps, toCandidate(integration, input, fieldRules(deps.config), deps.clock.now()));
    const now = deps.clock.now();
    let account: { id: string; label: string } | null = null;
    let verifiedAt: Date | null = null;
    if (credentialTraits(integration.provider).isCheckedOnImport) {
        const verdict = await checkCredentials(deps, candidate, checkTimeoutMs, { connectionId: input.connectionId });
        const name = integration.provider.display_name;
        if (verdict.outcome === 'rejected')
            throw new AppError('connection_test_failed', {
                message: verdict.reason ?? `${name} refused these credentials. Nothing was stored.`
            });
        if (verdict.outcome === 'misconfigured' && verdict.isOurClock)
            throw new AppError('connection_test_failed', { message: verdict.reason });
        if (verdict.outcome === 'misconfigured') throw invalidBody(['connection_config'], verdict.reason);
        if (verdict.outcome === 'accepted') {
            verifiedAt = verdict.isChecked ? now : null;
            // With several accounts the right one is unknown, so a reconnect accepts any.
            account = verdict.accounts.length === 1 ? (verdict.accounts[0] ?? null) : null;
            Object.assign(candidate.config, account && 'connectionConfig' in account ? account.connectionConfig : {});
        }
    }
    const { provider } = integration;
    if (isInstalled(provider)) {
        const { credentials: app, ...told } = await importInstallation(
            deps,
            { ...integration, provider },
            {
                config: candidate.config,
                connectionId: input.connectionId,
                timeoutMs: checkTimeoutMs
            }
        );
        candidate.credentials = withImportedToken(candidate.credentials, app);
        ({ account, verifiedAt } = told);
    }
    const endUser = input.endUser === undefined ? undefined : toStoredEndUser(input.endUser);
    const tags = input.tags === undefined && endUser === undefined ? undefined : toTags(endUser ?? null, undefined, input.tags);
    const toSave: ConnectionToSave = {
        ...candidate,
        connectionId: input.connectionId ?? deps.ids.uuid(),
        account,
        verifiedAt,
        mustExist: false,
        isFromSession: false,
        ...(endUser === undefined ? {} : { endUser }),
        ...(tags === undefined ? {} : { tags }),
        ...(input.metadata === undefined ? {} : { metadata: input.metadata }),
        ...(input.webhookUrlOverride === undefined ? {} : { webhookUrlOverride: input.webhookUrlOverride || null })
    };
    const { runIds, metadata } = await validate(deps, candidate, toSave);
    if (runIds.length > 0) toSave.runIds = runIds;
    if (metadata) toSave.metadata = metadata;
    const saved = await deps.db.transaction().execute((trx) => saveConnection(trx, deps, toSave));
    const { unique_key: integration_key, display_name: integration_name } = integration.row;
    return { ...saved, integration_key, integration_name, integration_enabled: true, provider: integration.provider.id };
}

/** Of CUSTOM the import brings the other half. */
function withImportedToken(imported: Candidate['credentials'], app: Candidate['credentials']): Candidate['credentials'] {
    return imported.type === 'CUSTOM' ? toCustomCredentials({ app, user: userHalfOf(imported) ?? null }) : app;
}

/** Lets functions refuse it. @throws {AppError} `connection_validation_failed` */
async function validate(
    { db, connectionHandlers }: Pick<Deps, 'connectionHandlers' | 'db'>,
    candidate: Candidate,
    { connectionId, metadata, endUser, tags }: ConnectionToSave
): Promise<Extract<Validation, { outcome: 'accepted' }>> {
    const { environment_id, id: integration_id } = candidate.integration.row;
    const replaced = await findConnection(db, { environment_id, integration_id, connection_id: connectionId });
    const validation = await connectionHandlers.validate({
        ...candidate,
        connectionId,
        metadata: metadata ?? replaced?.metadata ?? null,
        endUser: endUser ?? replaced?.end_user ?? null,
        tags: tags ?? replaced?.tags ?? {},
        replaces: replaced?.id ?? null
    });
    if (validation.outcome === 'accepted') return validation;
    const { message = 'A function of the integration refused the connection. Nothing was stored.' } = validation;
    throw new AppError('connection_validation_failed', { message });
}

/**
 * With the token or session that an import does not bring; a provider that is down is asked again
 * when the connection is first read.
 * @throws {AppError} `connection_test_failed`
 */
async function withToken(deps: Deps, candidate: Candidate): Promise<Candidate> {
    const { integration, config, credentials } = candidate;
    if (!['JWT', 'SIGNATURE', 'BILL'].includes(credentials.type)) return candidate;
    const issued = await issueCredentials(deps, integration, { credentials: textsOf(credentials), config });
    if (issued.ok) return { ...candidate, credentials: issued.credentials };
    if (issued.code !== 'credentials_rejected') return candidate;
    const said = issued.providerText === undefined ? '' : ` It said: ${issued.providerText}`;
    throw new AppError('connection_test_failed', {
        message: `${integration.provider.display_name} refused these credentials. Nothing was stored.${said}`
    });
}

function textsOf({ type: _, ...credentials }: CredentialValues): Record<string, string> {
    return Object.fromEntries(Object.entries(credentials).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

function toCandidate(integration: Integration, input: ImportInput, rules: FieldRules, now: Date): Candidate {
    const { provider, secrets } = integration;
    const { credentials } = input;
    if (credentials.type !== importedType(provider.auth_mode))
        throw invalidBody(['credentials', 'type'], `Provider ${provider.auth_mode} does not support ${credentials.type} auth`);
    const { oauth_client_id_override: clientId, oauth_client_secret_override: clientSecret, ...rest } = input.connectionConfig ?? {};
    const config = configForm(provider, { ...secrets.config, ...rest, ...installationOf(integration, credentials) });
    const issue = checkFields(provider.connection_config ?? {}, config, { unknown: 'ignore', ...rules })[0];
    if (issue) throw invalidBody(['connection_config', ...issue.path], issue.message);
    const wrong = wrongCredential(integration, credentials, config, now);
    if (wrong) throw invalidBody(['credentials', ...wrong.path], wrong.message);
    const stored = storedCredentials(
        credentials,
        typeof clientId === 'string'
            ? { client_id: clientId, ...(typeof clientSecret === 'string' ? { client_secret: clientSecret } : {}) }
            : undefined
    );
    return { integration, credentials: stored, config };
}

/** As the wire has the credentials. */
function importedType(mode: Provider['auth_mode']): string {
    return mode === 'INSTALL_PLUGIN' ? 'BASIC' : mode;
}

/** What the configuration says of an installation. */
function installationOf({ row }: Integration, credentials: ImportedCredentials): Record<string, string> {
    if (credentials.type !== 'APP' && credentials.type !== 'CUSTOM') return {};
    if (credentials.app_id !== row.client_id)
        throw invalidBody(['credentials', 'app_id'], `The integration has another app, with the id ${row.client_id}.`);
    return { installation_id: credentials.installation_id, app_id: credentials.app_id };
}

/** Of what the form asks for, and the token is renewed with. */
function wrongCredential(
    integration: Integration,
    credentials: ImportedCredentials,
    config: Record<string, unknown>,
    now: Date
): FieldIssue | undefined {
    const input = { credentials: textsOf(credentials), config };
    // Of these a certificate is all that the schema does not check.
    if (credentials.type === 'OAUTH2_CC') return wrongField(integration, input, now);
    if (!['TWO_STEP', 'JWT', 'SIGNATURE', 'BILL'].includes(credentials.type)) return undefined;
    const { type: _type, token: _token, refresh_token: _refreshToken, expires_at: _end, ...typed }: Record<string, unknown> = credentials;
    return checkFields(integration.provider.credentials ?? {}, typed)[0] ?? wrongField(integration, input, now);
}

/** In wire form: dates as text, and for tokens the submitted object as `raw`. */
function storedCredentials(
    credentials: ImportedCredentials,
    override: { client_id: string; client_secret?: string } | undefined
): Candidate['credentials'] {
    if (credentials.type === 'TBA') return { ...credentials, ...(override ? { config_override: override } : {}) };
    if (credentials.type === 'OAUTH1') return { ...credentials, raw: credentials, ...(override ? { config_override: override } : {}) };
    if (credentials.type === 'CUSTOM') {
        const { user } = credentials;
        return toCustomCredentials({ app: { type: 'APP' }, user: user ? withRaw({ type: 'OAUTH2', ...user }) : null });
    }
    if (!('token' in credentials || 'access_token' in credentials)) return credentials;
    return { ...withRaw(credentials), ...(override ? { config_override: override } : {}) };
}

function withRaw<Submitted extends { type: string; expires_at?: unknown }>({ expires_at: end, ...rest }: Submitted) {
    // Null is "never", as is leaving it out.
    const submitted = { ...rest, ...(end instanceof Date ? { expires_at: end.toISOString() } : {}) };
    return { ...submitted, raw: submitted };
}
