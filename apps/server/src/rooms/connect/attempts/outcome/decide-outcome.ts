import { AppError, type AttemptCode } from '@patchbay/contracts';
import type { AttemptRow } from '@patchbay/db';
import { ownSentence, type ProviderText } from '../../../connections/provider-calls/provider-text.ts';
import { credentialTraits } from '../../../connections/connection-store/credential-traits.ts';
import type { Candidate } from '../../../connections/connection-store/candidate.ts';
import type { KnownAccount, Verdict } from '../../../connections/provider-calls/check-credentials.ts';

/** Credentials that the provider has accepted, and the accounts that they give access to. */
export interface CheckedCandidate extends Candidate {
    accounts: KnownAccount[];
    /** Whether the provider was asked: some have nothing to ask. */
    isChecked: boolean;
}

/** What becomes of an attempt. */
export type Outcome =
    | {
          kind: 'connected';
          checked: CheckedCandidate;
          account: KnownAccount | null;
          /** On a reconnect: the account that the connection must still have; absent: any. */
          accountBefore?: Buffer | null;
          /** Of functions that have accepted it, and the metadata that they have given it. */
          runIds?: readonly string[];
          metadata?: Record<string, unknown>;
      }
    | { kind: 'needs_choice'; checked: CheckedCandidate }
    | { kind: 'account_mismatch'; checked: CheckedCandidate; was: string | null; now: string }
    | PendingApproval
    | Failed;

/** An admin has to approve at the provider before the end user can go on. */
export interface PendingApproval {
    kind: 'pending_approval';
}

/** The attempt ended without a connection: failed, denied, cancelled or expired. */
export interface Failed extends FailureDetails {
    kind: 'failed';
    code: AttemptCode;
}

interface FailureDetails {
    /** What the provider said. */
    providerText?: ProviderText | undefined;
    /** Our own text, for the customer. */
    description?: string;
    missingScopes?: readonly string[];
    /** The provider sent the browser back with an error in place of a code. */
    isFromCallback?: boolean;
}

export function failed(code: AttemptCode, details: FailureDetails = {}): Failed {
    return { kind: 'failed', code, ...details };
}

/** The customer has disabled the integration since the attempt was started. */
export function integrationDisabled(): Failed {
    return failed('integration_misconfigured', { description: 'The integration is switched off.' });
}

/** The connection that a reconnect replaces. */
export interface ReplacedAccount {
    /** Null where the provider has never identified the account. */
    identityHash: Buffer | null;
    label: string | null;
    /** The one of the accounts that it belongs to. */
    account: KnownAccount | undefined;
}

/** @param replaced undefined unless this is a reconnect */
export function decideVerdict(
    row: Pick<AttemptRow, 'for_reference_client' | 'approval_since'>,
    candidate: Candidate,
    verdict: Verdict,
    replaced: ReplacedAccount | undefined
): Outcome {
    switch (verdict.outcome) {
        case 'rejected': {
            // Clients of the reference know one code, and show our text where there is none.
            const isTyped = !credentialTraits(candidate.integration.provider).isSignIn && !row.for_reference_client;
            return failed(verdict.isForbidden && isTyped ? 'missing_permissions' : 'credentials_rejected', {
                providerText: verdict.said ?? (row.for_reference_client ? verdict.reason : undefined)
            });
        }
        case 'unreachable':
            return failed('provider_down', { providerText: verdict.said, description: verdict.reason });
        case 'misconfigured':
            return failed('integration_misconfigured', { description: verdict.reason });
        default:
            return decideAccount(row, { ...candidate, accounts: verdict.accounts, isChecked: verdict.isChecked }, replaced);
    }
}

/** A reconnect keeps its account; a single account is taken; otherwise the end user decides. */
export function decideAccount(
    row: Pick<AttemptRow, 'for_reference_client' | 'approval_since'>,
    checked: CheckedCandidate,
    replaced: ReplacedAccount | undefined
): Outcome {
    const { accounts } = checked;
    const connected = (account: KnownAccount | null): Outcome => ({
        kind: 'connected',
        checked,
        account,
        ...(replaced ? { accountBefore: replaced.identityHash } : {})
    });
    if (replaced?.account) return connected(replaced.account);
    const [account = null] = accounts;
    const isOther = Boolean(replaced?.identityHash);
    // Identified before and not now: it may be another account.
    if (isOther && !account)
        return failed('missing_permissions', {
            // The Connect UI presents this text as the provider's, and this sentence is ours.
            ...(row.for_reference_client && {
                providerText: ownSentence(
                    `${checked.integration.provider.display_name} did not say which account this is, so the connection was left as it was.`
                )
            })
        });
    if (!account || (accounts.length === 1 && !isOther)) return connected(account);
    // The page that could ask may be gone for days.
    if (row.for_reference_client || row.approval_since !== null)
        return failed('validation', { providerText: choiceTimedOut(accounts, replaced?.label) });
    if (accounts.length > 1) return { kind: 'needs_choice', checked };
    return { kind: 'account_mismatch', checked, was: replaced?.label ?? null, now: account.label };
}

/** The question to the end user, for clients that cannot ask it. */
function choiceTimedOut(accounts: KnownAccount[], before: string | null | undefined): ProviderText {
    const [first, second] = accounts.map(({ label }) => label);
    if (second !== undefined)
        return ownSentence(`Several accounts can be connected (${first}, ${second} …). Choose one in the Connect UI.`);
    return ownSentence(`${first} signed in, but the connection belongs to ${before ?? 'another account'}. Sign in with that account.`);
}

/** The outcome when the connection could not be saved; undefined for unexpected errors. */
export function decideSaveError(error: unknown): Failed | undefined {
    if (!(error instanceof AppError)) return undefined;
    if (error.code === 'integration_disabled' || error.code === 'frozen') return integrationDisabled();
    if (error.code === 'invalid_connection' || error.code === 'conflict')
        return failed('state_mismatch', { providerText: ownSentence(error.message) });
    return undefined;
}
