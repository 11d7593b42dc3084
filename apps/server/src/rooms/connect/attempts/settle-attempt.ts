import { AppError } from '@patchbay/contracts';
import type { AttemptRow } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { confirmationDeadline } from '../connect-sessions/confirmation-deadline.ts';
import { ownSentence, type ProviderText } from '../../../kernel/egress/provider-text.ts';
import { checkCredentials, type KnownAccount } from '../../connections/provider-calls/check-credentials.ts';
import { findConnection } from '../../connections/connection-store/connections.sql.ts';
import { accountFingerprint, AccountReplaced, saveConnection } from '../../connections/connection-store/save-connection.ts';
import { findSessionOf } from '../connect-sessions/connect-sessions.sql.ts';
import { attemptPlace, type Parked } from './attempt-secrets.ts';
import { changeAttempt, emptied, runningStatuses } from './attempts.sql.ts';
import { failAttempt, switchedOff } from './end-attempt.ts';
import type { Candidate } from '../../connections/connection-store/candidate.ts';

/** Checks an attempt's credentials with the provider and brings the attempt to where it goes from there: connected, asking, or failed. */
export async function settleAttempt(deps: Deps, row: AttemptRow, candidate: Candidate): Promise<void> {
    const verdict = await checkCredentials(deps, candidate, deps.providerPatience.checkMs);
    const { integration } = candidate;
    if (verdict.outcome === 'rejected') {
        // Clients of the reference know a refused test only, and read our sentence where the provider gave none.
        const isTyped = integration.provider.auth_mode !== 'OAUTH2' && !row.for_reference_client;
        return void (await failAttempt(deps, row, {
            code: verdict.isForbidden && isTyped ? 'missing_permissions' : 'credentials_rejected',
            providerText: verdict.said ?? (row.for_reference_client ? verdict.reason : undefined)
        }));
    }
    if (verdict.outcome === 'unreachable')
        return void (await failAttempt(deps, row, {
            code: 'provider_down',
            providerText: verdict.said,
            description: verdict.reason,
            integration
        }));
    if (verdict.outcome === 'misconfigured')
        return void (await failAttempt(deps, row, { code: 'integration_misconfigured', description: verdict.reason, integration }));
    const parked: Parked = {
        credentials: candidate.credentials,
        config: candidate.config,
        ...(candidate.grant ? { grant: candidate.grant } : {}),
        accounts: verdict.accounts,
        isChecked: verdict.isChecked
    };
    await decideAccount(deps, row, candidate, parked);
}

/** One account: take it. Several: ask, unless a reconnect finds the one that it had. Another one than before: ask. */
export async function decideAccount(deps: Deps, row: AttemptRow, candidate: Candidate, parked: Parked): Promise<void> {
    const { accounts } = parked;
    const provider = candidate.integration.provider.id;
    const before = row.is_reconnect ? await findConnection(deps.db, row) : undefined;
    const hashBefore = before?.identity_hash;
    const same = hashBefore
        ? accounts.find((account) => deps.tokens.matches(accountFingerprint(deps, provider, account.id), hashBefore))
        : undefined;
    const save = async (account: KnownAccount | null) => {
        try {
            await connect(deps, row, candidate, account, parked.isChecked, hashBefore);
        } catch (error) {
            if (!(error instanceof AccountReplaced)) throw error;
            await decideAccount(deps, row, candidate, parked);
        }
    };
    if (same) return save(same);
    // The provider could say who it was and now does not: then it can't be known to be the same account.
    if (hashBefore && accounts.length === 0)
        return void (await failAttempt(deps, row, {
            code: 'missing_permissions',
            // The Connect UI quotes the provider, and this is not its sentence.
            ...(row.for_reference_client && {
                providerText: ownSentence(
                    `${candidate.integration.provider.display_name} did not say which account this is, so the connection was left as it was.`
                )
            })
        }));
    const [account = null] = accounts;
    if (row.for_reference_client && account && (accounts.length > 1 || hashBefore))
        return void (await failAttempt(deps, row, { code: 'validation', providerText: unanswered(accounts, before?.identity_label) }));
    if (accounts.length > 1)
        return park(deps, row, parked, {
            status: 'needs_choice',
            options: JSON.stringify(accounts.map(({ id, label }) => ({ id, label })))
        });
    if (account && hashBefore)
        return park(deps, row, parked, { status: 'account_mismatch', was_label: before?.identity_label ?? null, now_label: account.label });
    return save(account);
}

/** What the end user would be asked, told to those whose client cannot ask. */
function unanswered(accounts: KnownAccount[], before: string | null | undefined): ProviderText {
    const [first, second] = accounts.map(({ label }) => label);
    if (second !== undefined)
        return ownSentence(`Several accounts can be connected (${first}, ${second} …). Choose one in the Connect UI.`);
    return ownSentence(`${first} signed in, but the connection belongs to ${before ?? 'another account'}. Sign in with that account.`);
}

async function park(
    { db, seal, clock }: Deps,
    row: AttemptRow,
    parked: Parked,
    changes: { status: 'needs_choice' | 'account_mismatch'; options?: string; was_label?: string | null; now_label?: string | null }
): Promise<void> {
    await changeAttempt(db, row, ['exchanging', 'verifying'], {
        ...changes,
        step: changes.status,
        parked: seal.seal(attemptPlace(row, 'parked'), parked),
        working_until: null,
        updated_at: clock.now()
    });
}

class EndedMeanwhile extends Error {}

/**
 * Saves the connection and ends the attempt in one transaction: neither is there without the other.
 * @param accountBefore of a reconnect: whose the connection has to be still; absent: anyone's
 * @throws {AccountReplaced} when it is not
 */
export async function connect(
    deps: Deps,
    row: AttemptRow,
    candidate: Candidate,
    account: KnownAccount | null,
    isChecked: boolean,
    accountBefore?: Buffer | null
): Promise<void> {
    const session = await findSessionOf(deps.db, row);
    if (!session) return void (await failAttempt(deps, row, { code: 'cancelled' }));
    const now = deps.clock.now();
    try {
        const confirmBefore = await confirmationDeadline(deps, session);
        await deps.db.transaction().execute(async (trx) => {
            const saved = await saveConnection(trx, deps, {
                ...candidate,
                config: { ...candidate.config, ...account?.connectionConfig },
                connectionId: row.connection_id,
                account: account && { id: account.id, label: account.label },
                verifiedAt: isChecked ? now : null,
                mustExist: row.is_reconnect,
                ...(accountBefore === undefined ? {} : { accountBefore }),
                // Who opened a share link is not known until the backend has confirmed it.
                replacesSameAccount: !row.is_reconnect && confirmBefore === null,
                isFromSession: true,
                confirmBefore,
                ...(row.is_reconnect && session.end_user === null ? {} : { endUser: session.end_user }),
                tags: session.tags,
                ...(session.webhook_url_override === null ? {} : { webhookUrlOverride: session.webhook_url_override })
            });
            const ended = await changeAttempt(trx, row, runningStatuses, {
                ...emptied,
                connection_id: saved.connection_id,
                is_reconnect: !saved.is_new,
                status: 'succeeded',
                step: 'succeeded',
                code: null,
                now_label: account?.label ?? null,
                updated_at: now
            });
            if (!ended) throw new EndedMeanwhile();
        });
    } catch (error) {
        // Cancelled while the provider was thinking: the cancellation stands, and nothing was stored.
        if (error instanceof EndedMeanwhile) return;
        if (error instanceof AppError && error.code === 'integration_disabled')
            return void (await failAttempt(deps, row, { ...switchedOff, integration: candidate.integration }));
        if (error instanceof AppError && (error.code === 'invalid_connection' || error.code === 'conflict'))
            return void (await failAttempt(deps, row, { code: 'state_mismatch', providerText: ownSentence(error.message) }));
        throw error;
    }
}
