import type { FieldIssue, Provider } from '@patchbay/providers';
import type { Integration } from '../../../platform/integrations/open-integration.ts';
import { credentialTraits } from '../../connection-store/credential-traits.ts';
import type { UsableConnection } from '../../connection-store/open-connection.ts';
import type { UsableRow } from '../../connection-store/usable-connection.sql.ts';
import type { ProviderCallDeps } from '../provider-request.ts';
import { installedApp } from './app.ts';
import { assumedRole } from './aws.ts';
import { asTyped } from './as-typed.ts';
import type { ConnectionTo, CredentialType, IssueResult, KeepRenewed, RefreshResult, TypedInput } from './credential-type.ts';
import { appForPerson } from './custom.ts';
import { bill } from './bill.ts';
import { jwt } from './jwt.ts';
import { mcp } from './mcp.ts';
import { oauth2 } from './oauth2.ts';
import { oauth2ClientCredentials } from './oauth2-cc.ts';
import { passwordDigest } from './signature.ts';
import { tokenBased } from './tba.ts';
import { twoStep } from './two-step.ts';

type Mode = Provider['auth_mode'];
type ProviderOf<M extends Mode> = Extract<Provider, { auth_mode: M }>;

/**
 * What can be done for credentials, by type. Without `issue` they do not come from a form; without
 * `renew` they stay as they are. A further type does not compile until it has its line.
 */
const types: { readonly [M in Mode]: Partial<CredentialType<ProviderOf<M>>> } = {
    OAUTH2: oauth2,
    OAUTH1: {},
    OAUTH2_CC: oauth2ClientCredentials,
    TWO_STEP: twoStep,
    JWT: jwt,
    SIGNATURE: passwordDigest,
    BILL: bill,
    API_KEY: asTyped,
    BASIC: asTyped,
    TBA: tokenBased,
    AWS_SIGV4: assumedRole,
    NONE: asTyped,
    APP: installedApp,
    INSTALL_PLUGIN: {},
    CUSTOM: appForPerson,
    MCP_OAUTH2: mcp,
    MCP_OAUTH2_GENERIC: mcp
};

// A line takes what belongs to its own mode, by which it is looked up.
function typeOf({ auth_mode: mode }: Provider): Partial<CredentialType> {
    return types[mode];
}

/** Turns what the end user typed into credentials that let calls in. */
export async function issueCredentials(deps: ProviderCallDeps, integration: Integration, input: TypedInput): Promise<IssueResult> {
    return (await typeOf(integration.provider).issue?.(deps, integration, input)) ?? { ok: false, code: 'integration_misconfigured' };
}

/** The configuration of such a connection as it is stored. */
export function configForm(provider: Provider, config: Record<string, unknown>): Record<string, unknown> {
    return typeOf(provider).configForm?.(config) ?? config;
}

/** What is wrong with what was typed, beyond its form. */
export function wrongField(integration: Integration, input: TypedInput, now: Date): FieldIssue | undefined {
    return typeOf(integration.provider).wrongField?.(integration, input, now);
}

/** Credentials that can be renewed. */
export type RefreshableConnection<Row extends UsableRow = UsableRow> = ConnectionTo<RenewedProvider, Row>;
type RenewedProvider = Exclude<Provider, { auth_mode: 'OAUTH1' | 'API_KEY' | 'BASIC' | 'TBA' | 'NONE' | 'INSTALL_PLUGIN' }>;

/** Whether there is anything to ask the provider with. Keys and passwords stay as they are. */
export function isRefreshable<Row extends UsableRow>(connection: UsableConnection<Row>): connection is RefreshableConnection<Row> {
    return credentialTraits(connection.integration.provider).isRenewable(connection.credentials);
}

/** False: by the key of the app alone, where it has a client by which people sign in as well. */
export function renewsSignIn(connection: RefreshableConnection, now: Date): boolean {
    return typeOf(connection.integration.provider).renewsSignIn?.(connection, now) ?? true;
}

/** Requests the next credentials. @param keep nothing is stored where it is absent */
export async function requestRefresh(
    deps: ProviderCallDeps,
    connection: RefreshableConnection,
    keep: KeepRenewed = () => Promise.resolve(true),
    options = { asksSignIn: true }
): Promise<RefreshResult> {
    const renewed = typeOf(connection.integration.provider).renew?.(deps, connection, keep, options);
    return (await renewed) ?? { ok: false, refusal: { kind: 'unresolved' } };
}
