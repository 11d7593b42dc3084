import type { ConnectionAuth, ConnectionView, Scope } from '@patchbay/contracts';
import type { Provider } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import type { ConnectionSummaryRow, ConnectionWithIntegration } from '../connection-store/connections.sql.ts';
import { readPausedName } from '../connection-store/paused-functions.sql.ts';
import { describeHealth } from '../connection-store/health.ts';
import { describeEndUser } from '../connection-store/describe-end-user.ts';
import { missingScopes } from '../connection-store/missing-scopes.ts';

const readScope = 'environment:connections:read_credentials' satisfies Scope;

/** The full form. @param opened set for callers who may read credentials */
export function describeConnection(
    deps: Pick<Deps, 'providers'>,
    row: ConnectionWithIntegration,
    opened?: { credentials: Readonly<Record<string, unknown>>; config: Record<string, unknown> },
    { withRefreshToken }: { withRefreshToken: boolean } = { withRefreshToken: false }
): ConnectionView {
    let credentials = opened && row.credentials_type !== 'NONE' ? shownPartOf(opened.credentials) : {};
    let config = opened?.config ?? row.connection_config;
    if (!withRefreshToken) {
        credentials = withoutRefreshTokens(credentials);
        config = withoutRefreshTokens(config);
    }
    const view: ConnectionView = {
        ...identityOf(deps, row),
        connection_config: config,
        webhook_url_override: row.webhook_url_override,
        verified_at: row.verified_at?.toISOString() ?? null,
        auth: describeAuth(row, deps.providers.get(row.provider)),
        created_at: row.created_at.toISOString(),
        updated_at: row.updated_at.toISOString(),
        last_fetched_at: row.last_fetched_at?.toISOString() ?? null,
        paused_functions: row.paused_functions.map(readPausedName),
        credentials: { ...credentials }
    };
    if (!opened) view.credentials_withheld = `This key lacks the scope ${readScope}.`;
    return view;
}

/** Without what a sign-in found out: it is of use to a refresh alone. */
function shownPartOf({ authorization_server: _, ...credentials }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    return credentials;
}

function describeAuth(row: ConnectionWithIntegration, provider: Provider | undefined): ConnectionAuth {
    const { auth_failure: failure } = row;
    return {
        state: row.auth_state,
        failure: failure && { kind: failure.kind, message: failure.message, since: failure.since, retry_at: failure.retry_at },
        refreshed_at: row.refreshed_at?.toISOString() ?? null,
        grant_ends_at: row.grant_ends_at?.toISOString() ?? null,
        asked_scopes: row.asked_scopes,
        granted_scopes: row.granted_scopes,
        missing_scopes: missingScopes(provider, row.asked_scopes, row.granted_scopes)
    };
}

/** The short form, for lists. */
export function summarizeConnection(deps: Pick<Deps, 'providers'>, row: ConnectionSummaryRow) {
    return {
        ...identityOf(deps, row),
        created: row.created_at.toISOString(),
        last_fetched_at: row.last_fetched_at?.toISOString() ?? null
    };
}

/** What both forms begin with. */
function identityOf(deps: Pick<Deps, 'providers'>, row: ConnectionSummaryRow) {
    return {
        id: row.id,
        connection_id: row.connection_id,
        provider_config_key: row.integration_key,
        provider: row.provider,
        errors: errorsOf(row),
        health: describeHealth(deps, row),
        end_user: row.end_user && describeEndUser(row.end_user),
        tags: row.tags,
        metadata: row.metadata
    };
}

/** The reported failure that still applies. */
function errorsOf({ auth_failure: failure }: ConnectionSummaryRow): ConnectionView['errors'] {
    return failure?.event_id ? [{ type: 'auth', log_id: failure.event_id }] : [];
}

/** Removes refresh tokens at any depth: the raw token response has them as well. */
export function withoutRefreshTokens(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const clean = (child: unknown): unknown => {
        if (Array.isArray(child)) return child.map(clean);
        return typeof child === 'object' && child !== null ? withoutRefreshTokens({ ...child }) : child;
    };
    return Object.fromEntries(
        Object.entries(value)
            .filter(([key]) => !/refresh_?token$/i.test(key))
            .map(([key, child]) => [key, clean(child)])
    );
}
