import type { AttemptCode } from '@patchbay/contracts';
import type { FieldIssue, Provider } from '@patchbay/providers';
import type { Integration } from '../../../platform/integrations/open-integration.ts';
import type { Candidate } from '../../connection-store/candidate.ts';
import type { OAuthClient } from '../../connection-store/client-of.ts';
import type { UsableConnection } from '../../connection-store/open-connection.ts';
import type { UsableRow } from '../../connection-store/usable-connection.sql.ts';
import type { ProviderCallDeps } from '../provider-request.ts';
import type { ProviderText } from '../provider-text.ts';
import type { TokenRefusal } from '../request-token.ts';

/** Credentials as they are to be stored instead of the old ones. */
export interface RefreshedCredentials {
    credentials: UsableConnection['credentials'];
    /** What changed in the connection's configuration. */
    config: Record<string, unknown>;
    grantedScopes: string[] | undefined;
    /** Null: each refresh moves the end, so none is stored. Undefined: the provider states none. */
    grantEndsAt: Date | null | undefined;
    /** When the grant ends unless it is used before. */
    idleEndsAt: Date | undefined;
    /** `performance.now()` when the response arrived. */
    receivedAt: number;
}

/** @returns whether these may go on: false when another server has the lease */
export type KeepRenewed = (renewed: RefreshedCredentials) => Promise<boolean>;

/** `unresolved`: the connection lacks values of the address. */
export type RefreshResult = { ok: true; renewed: RefreshedCredentials; refusedSignIn?: Refusal } | RefusedRefresh;

type Refusal = TokenRefusal | { kind: 'unresolved' };

interface RefusedRefresh {
    ok: false;
    refusal: Refusal;
    /** Of the client by which people sign in, where the app has a key as well. */
    isOfSignIn?: true;
}

export type IssueResult =
    | { ok: true; credentials: Candidate['credentials']; config: Record<string, unknown> }
    | { ok: false; code: AttemptCode; providerText?: ProviderText };

/** What the end user typed. */
export interface TypedInput {
    credentials: Record<string, string>;
    config: Record<string, unknown>;
    /** The app that the session brought, where it brought one. */
    client?: OAuthClient | undefined;
}

type IntegrationOf<P extends Provider> = Integration & { provider: P };
/** A connection to such a provider. */
export type ConnectionTo<P extends Provider, Row extends UsableRow = UsableRow> = UsableConnection<Row> & { integration: { provider: P } };

/**
 * What is done for the credentials of one type. What is true of them alone: `CredentialTraits`.
 */
export interface CredentialType<P extends Provider = Provider> {
    /** What is wrong with what was typed, beyond its form, in words for the end user. */
    wrongField?(integration: IntegrationOf<P>, input: TypedInput, now: Date): FieldIssue | undefined;
    /** From what was typed to credentials that let calls in, in wire form. */
    issue(deps: ProviderCallDeps, integration: IntegrationOf<P>, input: TypedInput): Promise<IssueResult>;
    /** The configuration as it is stored, of what was typed or imported. */
    configForm?(config: Record<string, unknown>): Record<string, unknown>;
    /**
     * The next ones. Only where the traits say that these can be renewed.
     * @param keep stores what a request has brought before the next one is sent
     * @param options.asksSignIn false: with the app's own key alone
     */
    renew(deps: ProviderCallDeps, connection: ConnectionTo<P>, keep: KeepRenewed, options: { asksSignIn: boolean }): Promise<RefreshResult>;
    /** Whether a renewal now is also by the client by which people sign in; absent: always. */
    renewsSignIn?(connection: ConnectionTo<P>, now: Date): boolean;
}
