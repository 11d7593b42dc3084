import {
    type ConnectableIntegration,
    type ConnectSettings,
    type FormField,
    type getConnectSession,
    mergeAppearance,
    type SuccessIn
} from '@patchbay/contracts';
import type { ConnectSessionRow } from '@patchbay/db';
import { categoryNames, isInstalled, type Language, localize, localizeGuide, pickLanguage, type Provider } from '@patchbay/providers';
import { dark, light } from '@patchbay/tokens';
import type { Deps } from '../../../deps.ts';
import { logoPath } from '../../platform/logos/logo-path.ts';
import { findEnvironmentName } from '../../platform/environments/environments.sql.ts';
import { readLogoIds } from '../../platform/logos/logos.sql.ts';
import { markUrl } from '../../platform/providers/draw-mark.ts';
import { askedFields, type SecretHints } from '../../platform/providers/asked-fields.ts';
import { isReturnAllowed } from '../connect-settings/allowed-return.ts';
import { readSettings } from '../connect-settings/read-settings.ts';
import type { EndUserConnection } from '../../connections/connection-api/describe-for-end-user.ts';
import { describeReconnectTarget } from './reconnect/describe-reconnect-target.ts';
import { listConnectionsOfEndUser } from '../../connections/connection-api/list-connections-of-end-user.ts';
import { describeEndUser } from '../../connections/connection-store/describe-end-user.ts';
import { credentialTraits } from '../../connections/connection-store/credential-traits.ts';
import { canBeChecked } from '../../connections/connection-store/refresh-schedule.ts';
import { type Integration, nameOf } from '../../platform/integrations/open-integration.ts';
import { openAllowedIntegrations } from '../../platform/integrations/open-allowed-integrations.ts';
import { externalIdOf } from './external-id-of.ts';
import { askedScopes } from './asked-scopes.ts';
import { describeAccess, describeScope } from './describe-access.ts';
import { requiresConfirmation } from './confirmation-deadline.ts';
import { findLinkOfSession } from './connect-sessions.sql.ts';
import { appearanceOf, describeOptions } from './session-options.ts';
import { findAwaitingApproval, subjectOf } from './waits.sql.ts';
import { openSessionDefaults } from './session-defaults.ts';
import { popularAmong, type PopularIntegrations } from './popular-integrations.ts';

const none: PopularIntegrations = new Set();

type SessionView = SuccessIn<typeof getConnectSession>['data'];

/**
 * What the Connect UI may show: neither the customer's secrets nor fields with a given value.
 * @param languages an `Accept-Language` header
 */
export async function describeSession(
    deps: Pick<Deps, 'batches' | 'clock' | 'db' | 'keyedHash' | 'seal' | 'providers' | 'config' | 'log' | 'popularIntegrations'>,
    session: ConnectSessionRow,
    languages?: string
): Promise<SessionView> {
    const environmentId = session.environment_id;
    const language = pickLanguage(languages);
    const defaults = openSessionDefaults(deps, session);
    const [integrations, environment, logos, settings, link, awaiting] = await Promise.all([
        openAllowedIntegrations(deps, environmentId, session.allowed_integrations),
        findEnvironmentName(deps.batches, environmentId),
        readLogoIds(deps.batches, environmentId),
        readSettings(deps.batches, environmentId),
        findLinkOfSession(deps.db, session),
        awaitingIn(deps, session)
    ]);
    const target = await targetOf(deps, session);
    const popular = session.allowed_integrations.length > 0 ? none : await popularAmong(deps, environmentId, integrations);
    const endUser = session.end_user ?? target?.end_user ?? null;
    // The opener of a share link may be another person.
    const shown = target === null && session.link_id === null ? integrations.map(({ row }) => row.unique_key) : [];
    const own = await listConnectionsOfEndUser(deps, { environmentId, endUser, keys: shown, manages: session.manages_connections });
    const appearance = mergeAppearance(appearanceOf(session), settings.appearance);
    const returnTo = link?.return_to;
    return {
        endUser: endUser && describeEndUser(endUser),
        connectUISettings: describeReferenceSettings(settings, appearance),
        ...describeOptional(session, defaults, integrations),
        ...describeOptions(session),
        websocketsPath: '/',
        expires_at: session.expires_at.toISOString(),
        is_test: environment === 'dev',
        app_name: settings.app_name ?? deps.config.appName ?? null,
        appearance,
        ...describePages(settings),
        // Asked again: the environment may allow less than when the link was made.
        return_to: returnTo && (await isReturnAllowed(deps, environmentId, session, returnTo)) ? returnTo : null,
        link_expires_at: link?.expires_at.toISOString() ?? null,
        requires_confirmation: requiresConfirmation(session, link),
        integrations: sortIntegrations(integrations, session, { language, popular }).map((integration) => {
            const { unique_key: key } = integration.row;
            const given = { ...defaults[key]?.connection_config, ...target?.connection_config };
            return {
                ...describeIntegration(integration, given, {
                    session,
                    language,
                    scopes: askedScopes(integration, defaults[key]).all,
                    secretHints: target?.secretHints
                }),
                fields: showExternalId(
                    fieldsOf(integration, given, { session, language, secretHints: target?.secretHints }),
                    externalIdOf(deps, session, integration)
                ),
                logo: logoOf(integration, logos),
                is_popular: popular.has(integration.row.id),
                is_connected: session.link_id === null && own.integrations.has(key),
                awaits_approval: awaiting.has(integration.row.id),
                connections: (own.connections.get(key) ?? []).map((connection) => ({
                    ...describeRenewable(connection),
                    config_fields: fieldsOfConfig(integration, connection.connection_config, language),
                    fields: fieldsOf(integration, { ...given, ...connection.connection_config }, { session, language })
                })),
                has_more_connections: own.beyond.has(key)
            };
        }),
        connection: target && {
            ...describeRenewable(target),
            integration_id: target.integration_id,
            config_fields: integrations
                .filter(({ row }) => row.unique_key === target.integration_id)
                .flatMap((integration) => fieldsOfConfig(integration, target.connection_config, language))
        }
    };
}

async function targetOf(
    deps: Parameters<typeof describeReconnectTarget>[0],
    { environment_id, reconnect_integration_id: integration_id, reconnect_connection_id: connection_id }: ConnectSessionRow
): ReturnType<typeof describeReconnectTarget> {
    if (integration_id === null || connection_id === null) return null;
    return describeReconnectTarget(deps, { environment_id, integration_id, connection_id });
}

function describePages({
    privacy_url,
    terms_url,
    support_url,
    support_email
}: ConnectSettings): Pick<SessionView, 'privacy_url' | 'terms_url' | 'support_url' | 'support_email'> {
    return { privacy_url, terms_url, support_url, support_email };
}

/** As the reference's Connect UI reads them. */
function describeReferenceSettings(settings: ConnectSettings, appearance: SessionView['appearance']): SessionView['connectUISettings'] {
    return {
        theme: {
            light: { primary: appearance.variables?.colorPrimary ?? light.accent },
            dark: { primary: appearance.dark?.colorPrimary ?? appearance.variables?.colorPrimary ?? dark.accent }
        },
        defaultTheme: settings.default_theme,
        showWatermark: settings.show_watermark
    };
}

/** Ids of integrations that wait for approval. */
async function awaitingIn({ db, clock }: Pick<Deps, 'db' | 'clock'>, session: ConnectSessionRow): Promise<ReadonlySet<string>> {
    const subject = session.reconnect_connection_id === null ? subjectOf(session) : undefined;
    return subject ? findAwaitingApproval(db, subject, clock.now()) : new Set();
}

/** Each is absent where the session does not have it. */
function describeOptional(
    session: ConnectSessionRow,
    defaults: ReturnType<typeof openSessionDefaults>,
    integrations: Integration[]
): Pick<SessionView, 'allowed_integrations' | 'integrations_config_defaults' | 'isReconnecting'> {
    const view: ReturnType<typeof describeOptional> = {};
    if (session.allowed_integrations.length > 0) view.allowed_integrations = session.allowed_integrations;
    if (Object.keys(defaults).length > 0) view.integrations_config_defaults = publicDefaults(defaults, integrations);
    if (session.reconnect_connection_id !== null) view.isReconnecting = true;
    return view;
}

/** Each field by name: a reconnect's target also has its end user and hints of its secrets. */
function describeRenewable(connection: EndUserConnection): Omit<EndUserConnection, 'integration_id'> {
    return {
        connection_id: connection.connection_id,
        account_label: connection.account_label,
        connected_at: connection.connected_at,
        refused_since: connection.refused_since,
        refused_because: connection.refused_because,
        connection_config: connection.connection_config
    };
}

/** As the backend named them; else what most end users connect, and the others by name. */
function sortIntegrations(
    integrations: Integration[],
    { allowed_integrations: allowed }: ConnectSessionRow,
    { language, popular }: { language: Language; popular: PopularIntegrations }
): Integration[] {
    if (allowed.length > 0) return integrations.toSorted((a, b) => allowed.indexOf(a.row.unique_key) - allowed.indexOf(b.row.unique_key));
    const { compare } = new Intl.Collator(language.lang, { numeric: true });
    const rankOf = ({ row }: Integration) => (popular.has(row.id) ? 0 : 1);
    return integrations.toSorted((a, b) => rankOf(a) - rankOf(b) || compare(nameOf(a), nameOf(b)));
}

interface Presentation {
    session: ConnectSessionRow;
    language: Language;
    secretHints?: SecretHints | undefined;
}

/** Also what it asks the provider for. */
interface IntegrationPresentation extends Presentation {
    scopes: string[];
}

/** The form's fields for the stored configuration. */
function fieldsOfConfig({ provider, secrets }: Integration, kept: Record<string, string>, language: Language): FormField[] {
    return askedFields(provider, secrets.config, { language }).filter(
        ({ target, name }) => target === 'connection_config' && Object.hasOwn(kept, name)
    );
}

/** What the form asks. @param given configuration that is there already */
function fieldsOf(
    { row, provider, secrets }: Integration,
    given: Record<string, unknown>,
    { session, language, secretHints }: Presentation
): FormField[] {
    const docs = session.overrides[row.unique_key]?.docs_connect === undefined ? provider.docs_connect : undefined;
    return askedFields(provider, { ...secrets.config, ...given }, { language, secretHints, docs });
}

/** The end user copies it to the provider, and sends it as it is. */
function showExternalId(fields: FormField[], id: string | undefined): FormField[] {
    if (id === undefined) return fields;
    const isIt = ({ target, name }: FormField) => target === 'connection_config' && name === 'external_id';
    return fields.map((field) => (isIt(field) ? { ...field, default_value: id } : field));
}

function describeIntegration(
    integration: Integration,
    given: Record<string, unknown>,
    presentation: IntegrationPresentation
): Omit<ConnectableIntegration, 'logo' | 'is_popular' | 'is_connected' | 'awaits_approval' | 'connections' | 'has_more_connections'> {
    const { row, provider } = integration;
    const { session, language, scopes } = presentation;
    const fields = fieldsOf(integration, given, presentation);
    return {
        id: row.unique_key,
        provider: provider.id,
        display_name: nameOf(integration),
        categories: provider.categories.flatMap((id) => localize(language, categoryNames.get(id) ?? '') || []),
        aliases: [...(provider.aliases ?? []), ...provider.categories],
        auth_mode: shownMode(provider),
        // End users do not need the API reference.
        docs_url: (session.overrides[row.unique_key]?.docs_connect ?? provider.docs_connect) || null,
        guide: fields.length > 0 ? describeGuide(integration, language) : null,
        fields,
        is_checked: isChecked(provider),
        single_account: row.single_account,
        refuses_webviews: provider.auth_mode === 'OAUTH2' && provider.refuses_webviews === true,
        scopes: scopes.map((scope) => ({ id: scope, description: describeScope(provider, scope, language) })),
        access: describeAccess(integration, scopes, language)
    };
}

/** For the end user each is a sign-in, or an installation, like any other. */
function shownMode(provider: Provider): ConnectableIntegration['auth_mode'] {
    if (isInstalled(provider)) return 'APP';
    return credentialTraits(provider).isSignIn ? 'OAUTH2' : provider.auth_mode;
}

function describeGuide({ row, provider }: Integration, language: Language): ConnectableIntegration['guide'] {
    if (row.guide.length > 0) return { steps: row.guide, lang: null };
    return provider.guide ? localizeGuide(language, provider) : null;
}

function logoOf({ row, provider }: Integration, logos: ReadonlyMap<string, string>): string | null {
    const id = logos.get(row.id);
    return id === undefined ? markUrl(provider) : logoPath(id);
}

/** A token that was issued has been checked by that. */
function isChecked(provider: Provider): boolean {
    return credentialTraits(provider).isIssued === true || canBeChecked(provider);
}

/** In the reference's form, without fields that the provider marks as secret. */
function publicDefaults(
    defaults: ReturnType<typeof openSessionDefaults>,
    integrations: Integration[]
): NonNullable<SessionView['integrations_config_defaults']> {
    const shown: NonNullable<SessionView['integrations_config_defaults']> = {};
    for (const { row, provider } of integrations) {
        const given = defaults[row.unique_key];
        if (!given) continue;
        const declared = provider.connection_config ?? {};
        const open = Object.entries(given.connection_config ?? {}).filter(
            ([name]) => Object.hasOwn(declared, name) && !declared[name]?.secret
        );
        shown[row.unique_key] = { connection_config: Object.fromEntries(open), authorization_params: given.authorization_params ?? {} };
    }
    return shown;
}
