import type { AttemptCode } from '@patchbay/contracts';
import type { AttemptRow, Db } from '@patchbay/db';
import type { Deps } from '../../../../deps.ts';
import { findConnection } from '../../../connections/connection-store/connections.sql.ts';
import type { Candidate } from '../../../connections/connection-store/candidate.ts';
import {
    accountFingerprint,
    AccountReplacedError,
    ConnectedAlreadyError,
    saveConnection
} from '../../../connections/connection-store/save-connection.ts';
import { checkCredentials, type KnownAccount } from '../../../connections/provider-calls/check-credentials.ts';
import { recordEvent } from '../../../outbox/events/record-event.ts';
import { lockEnabledIntegration } from '../../../platform/integrations/lock-enabled-integration.ts';
import type { Integration } from '../../../platform/integrations/open-integration.ts';
import { confirmationDeadline } from '../../connect-sessions/confirmation-deadline.ts';
import { openSessionDefaults } from '../../connect-sessions/session-defaults.ts';
import { markLinkUsed } from '../../connect-links/connect-links.sql.ts';
import { findSessionOf } from '../../connect-sessions/connect-sessions.sql.ts';
import { subjectOf } from '../../connect-sessions/waits.sql.ts';
import { cancelAwaitingApproval } from '../approval.sql.ts';
import { attemptPlace, type Parked } from '../attempt-secrets.ts';
import { changeAttempt, endedColumns, endedWithoutParked, running } from '../attempts.sql.ts';
import { lockParked } from '../parked.sql.ts';
import {
    decideAccount,
    decideSaveError,
    type Failed,
    failed,
    type Outcome,
    decideVerdict,
    type ReplacedAccount
} from './decide-outcome.ts';
import { validateOutcome } from './validate-outcome.ts';
import { awaitApproval } from './await-approval.ts';
import { settledAttempts } from './attempt-metrics.ts';
import { isFrozen, revokeParkedGrant } from './revoke-unused-grant.ts';
import { callbackRefused, endedAs } from '../step.ts';
import type { ProviderCallDeps } from '../../../connections/provider-calls/provider-request.ts';

/** For what runs in the transaction, which may be repeated: so without `egress`. */
type SavingDeps = Pick<Deps, 'clock' | 'config' | 'ids' | 'keyedHash' | 'seal'>;

/** A failure revokes what was granted. */
export type SettleDeps = SavingDeps & ProviderCallDeps & Pick<Deps, 'connectionHandlers' | 'db' | 'dataKeys' | 'background' | 'telemetry'>;

export interface Attempt {
    row: AttemptRow;
    /** Undefined when it was deleted. */
    integration: Integration | undefined;
}

/**
 * Writes the outcome of an attempt in one transaction. One that has ended stays as it is.
 * When it fails, its parked grant is revoked.
 * @returns the row as it is now; undefined when the attempt had ended before
 * @race a cancellation or time-out forgets what is parked at that moment: the attempt's row is
 * locked before `parked` is read and emptied
 */
export async function settleAttempt(deps: SettleDeps, attempt: Attempt, outcome: Outcome): Promise<AttemptRow | undefined> {
    let settled: AttemptRow | undefined;
    // It may come long after its request: from the background, or when the database is back.
    await deps.dataKeys.catchUp();
    try {
        settled = await deps.db.transaction().execute((trx) => settle(trx, deps, attempt, outcome));
    } catch (error) {
        // Cancelled meanwhile: that stands, and nothing was stored.
        if (error instanceof AttemptAlreadyEnded) return undefined;
        const current = error instanceof ConnectedAlreadyError ? await becomeReconnect(deps, attempt, error) : attempt;
        if (!current) return undefined;
        const instead = await decideAfterSaveError(deps, current.row, outcome, error);
        if (!instead) throw error;
        return settleAttempt(deps, current, instead);
    }
    if (settled)
        deps.telemetry.record(settled.environment_id, settledAttempts, 1, {
            'patchbay.outcome': outcome.kind,
            ...(outcome.kind === 'failed' ? { 'error.type': outcome.code } : {})
        });
    if (settled && outcome.kind === 'failed') {
        logFailure(deps, attempt, outcome);
        if (attempt.integration) deps.background.run(revokeParkedGrant(deps, settled, attempt.integration));
    }
    return settled;
}

/**
 * Checks the credentials at the provider and settles.
 * @param knownAccounts whose they are, where that is known already
 * @throws as {@link settleAttempt}
 */
export async function checkAndSettle(
    deps: SettleDeps,
    row: AttemptRow,
    candidate: Candidate,
    knownAccounts?: KnownAccount[]
): Promise<AttemptRow | undefined> {
    const { integration } = candidate;
    const checked = await checkCredentials(deps, candidate, deps.providerTimeouts.checkMs, { connectionId: row.connection_id });
    const verdict = checked.outcome === 'accepted' && knownAccounts ? { ...checked, accounts: knownAccounts } : checked;
    const accounts = verdict.outcome === 'accepted' ? verdict.accounts : [];
    const outcome = decideVerdict(row, candidate, verdict, await findReplaced(deps, row, integration, accounts));
    return settleAttempt(deps, { row, integration }, await validateOutcome(deps, row, outcome));
}

/** Ends an attempt that an unexpected error stopped. @throws when the database is unavailable */
export function settleUnexpected(deps: SettleDeps, attempt: Attempt, error: unknown): Promise<AttemptRow | undefined> {
    deps.log.error('attempt_error: the attempt could not be finished', {
        environment: attempt.row.environment_id,
        attempt_id: attempt.row.id,
        ref: attempt.row.ref,
        ...(attempt.integration ? { integration_id: attempt.integration.row.unique_key } : {}),
        error
    });
    return settleAttempt(deps, attempt, failed('unexpected'));
}

/** The connection that a reconnect replaces; undefined for other attempts or when deleted. */
export async function findReplaced(
    deps: Pick<Deps, 'db' | 'keyedHash'>,
    row: AttemptRow,
    { provider }: Integration,
    accounts: readonly KnownAccount[]
): Promise<ReplacedAccount | undefined> {
    const found = row.is_reconnect ? await findConnection(deps.db, row) : undefined;
    if (!found) return undefined;
    const { identity_hash: identityHash, identity_label: label } = found;
    const account =
        identityHash === null
            ? undefined
            : accounts.find(({ id }) => deps.keyedHash.matches(accountFingerprint(deps, provider.id, id), identityHash));
    return { identityHash, label, account };
}

/** As if the attempt had named the connection. Undefined when it has ended meanwhile. */
async function becomeReconnect(
    { db, clock }: Pick<Deps, 'clock' | 'db'>,
    attempt: Attempt,
    { connectionId }: ConnectedAlreadyError
): Promise<Attempt | undefined> {
    const changes = { connection_id: connectionId, is_reconnect: true, updated_at: clock.now() };
    const row = await changeAttempt(db, attempt.row, running, changes);
    return row && { ...attempt, row };
}

class AttemptAlreadyEnded extends Error {}
class SessionEnded extends Error {}

async function decideAfterSaveError(
    deps: Pick<Deps, 'db' | 'keyedHash'>,
    row: AttemptRow,
    outcome: Outcome,
    error: unknown
): Promise<Outcome | undefined> {
    if (error instanceof SessionEnded) return failed('cancelled');
    const isOther = error instanceof AccountReplacedError || error instanceof ConnectedAlreadyError;
    if (!isOther || outcome.kind !== 'connected') return decideSaveError(error);
    const { checked } = outcome;
    const accounts = error instanceof ConnectedAlreadyError && error.isElsewhere ? [] : checked.accounts;
    return decideAccount(row, checked, await findReplaced(deps, row, checked.integration, accounts));
}

function settle(trx: Db, deps: SavingDeps, attempt: Attempt, outcome: Outcome): Promise<AttemptRow | undefined> {
    switch (outcome.kind) {
        case 'connected':
            return connect(trx, deps, attempt.row, outcome);
        case 'pending_approval':
            return pend(trx, deps, attempt.row);
        case 'failed':
            return fail(trx, deps, attempt, outcome);
        default:
            return park(trx, deps, attempt.row, outcome);
    }
}

async function connect(
    trx: Db,
    deps: SavingDeps,
    row: AttemptRow,
    { checked, account, accountBefore, runIds, metadata }: Extract<Outcome, { kind: 'connected' }>
): Promise<AttemptRow> {
    const session = await findSessionOf(trx, row);
    if (!session) throw new SessionEnded();
    const confirmBefore = await confirmationDeadline({ ...deps, db: trx }, session);
    const now = deps.clock.now();
    const { link_id: linkId } = session;
    if (linkId !== null && !(await markLinkUsed(trx, { ...session, link_id: linkId }, now))) throw new SessionEnded();
    const saved = await saveConnection(trx, deps, {
        ...checked,
        config: { ...checked.config, ...account?.connectionConfig },
        connectionId: row.connection_id,
        account: account && { id: account.id, label: account.label },
        verifiedAt: checked.isChecked ? now : null,
        mustExist: row.is_reconnect,
        ...(accountBefore === undefined ? {} : { accountBefore }),
        // Who opened a share link is not known until the backend has confirmed it.
        ...(!row.is_reconnect &&
            confirmBefore === null && {
                replacesSameAccount: true,
                // The opener of a share link may be another person, who is shown no account.
                secondAccount: session.link_id === null ? 'reconnects' : 'is_refused'
            }),
        isFromSession: true,
        confirmBefore,
        ...(row.is_reconnect && session.end_user === null ? {} : { endUser: session.end_user }),
        tags: session.tags,
        ...(runIds && runIds.length > 0 && { runIds }),
        ...(metadata && { metadata }),
        metadataDefaults: openSessionDefaults(deps, session)[checked.integration.row.unique_key]?.metadata,
        ...(session.webhook_url_override === null ? {} : { webhookUrlOverride: session.webhook_url_override })
    });
    const ended = await changeAttempt(trx, row, running, {
        ...endedWithoutParked(now),
        connection_id: saved.connection_id,
        is_reconnect: !saved.is_new,
        status: 'succeeded',
        step: 'succeeded',
        code: null,
        now_label: account?.label ?? null
    });
    if (!ended) throw new AttemptAlreadyEnded();
    const subject = subjectOf(session);
    if (subject) {
        // Where there can be one connection, it is also what a sign-in for a new one became.
        const isNew = !row.is_reconnect || checked.integration.row.single_account;
        await cancelAwaitingApproval(trx, subject, ended, isNew, now);
    }
    return ended;
}

/** @throws {AttemptAlreadyEnded} also when its session has ended, which has cancelled it */
async function pend(trx: Db, deps: SavingDeps, row: AttemptRow): Promise<AttemptRow> {
    const waiting = await awaitApproval(trx, deps, row);
    if (!waiting) throw new AttemptAlreadyEnded();
    return waiting;
}

/**
 * Keeps the credentials sealed until the end user has decided.
 * @throws {AppError} as {@link lockEnabledIntegration}
 * @race a freeze begins meanwhile, and does not account for the grant: the integration's row `for
 * share`
 */
async function park(
    trx: Db,
    { seal, clock }: Pick<Deps, 'clock' | 'seal'>,
    row: AttemptRow,
    outcome: Extract<Outcome, { kind: 'needs_choice' | 'account_mismatch' }>
): Promise<AttemptRow | undefined> {
    const { kind, checked } = outcome;
    await lockEnabledIntegration(trx, checked.integration.row);
    const { credentials, config, grant, accounts, isChecked } = checked;
    const parked: Parked = { credentials, config, ...(grant ? { grant } : {}), accounts, isChecked };
    return changeAttempt(trx, row, ['exchanging', 'verifying'], {
        ...(kind === 'needs_choice'
            ? { options: JSON.stringify(accounts.map(({ id, label }) => ({ id, label }))) }
            : { was_label: outcome.was, now_label: outcome.now }),
        status: kind,
        step: kind,
        parked: seal.seal(attemptPlace(row, 'parked'), parked),
        working_until: null,
        updated_at: clock.now()
    });
}

/** Failures with an event: the end user cannot fix them, or the provider or a function refused. */
const reported = new Set<AttemptCode>([
    'connection_rejected',
    'provider_error',
    'provider_down',
    'integration_misconfigured',
    'unexpected'
]);

/**
 * @returns the row, still with what was parked, for the caller to revoke; a freeze accounts for its
 * own
 */
async function fail(
    trx: Db,
    deps: Pick<Deps, 'clock' | 'ids'>,
    { row, integration }: Attempt,
    failure: Failed
): Promise<AttemptRow | undefined> {
    const { code, providerText, description, missingScopes } = failure;
    const now = deps.clock.now();
    if (failure.isFromCallback) await changeAttempt(trx, row, ['exchanging'], { step: callbackRefused, updated_at: now });
    const isKept = await isFrozen(trx, row);
    // It may have been parked since the caller read the row.
    const parked = await lockParked(trx, row);
    const ended = await changeAttempt(trx, row, running, {
        ...(isKept ? endedColumns(now) : endedWithoutParked(now)),
        ...endedAs(code),
        code,
        provider_text: providerText ?? (code === 'integration_misconfigured' ? (description ?? null) : null),
        missing_scopes: missingScopes ? [...missingScopes] : null
    });
    if (!ended) return undefined;
    if (integration && reported.has(code))
        await recordEvent(trx, deps, {
            environmentId: row.environment_id,
            integrationId: integration.row.id,
            content: {
                type: 'auth',
                operation: row.is_reconnect ? 'override' : 'creation',
                success: false,
                connectionId: row.connection_id,
                providerConfigKey: integration.row.unique_key,
                provider: integration.provider.id,
                authMode: integration.provider.auth_mode,
                tags: {},
                error: { type: code, description: description ?? providerText ?? 'The connection could not be made.' }
            }
        });
    return { ...ended, parked: isKept ? null : parked };
}

/** The end user is shown `ref`, and support searches the log for it. */
function logFailure({ log }: Pick<Deps, 'log'>, { row, integration }: Attempt, failure: Failed): void {
    const { code, description, providerText } = failure;
    log[reported.has(code) ? 'warn' : 'info']('attempt_failed', {
        ref: row.ref,
        attempt_id: row.id,
        environment: row.environment_id,
        code,
        ...(integration ? { integration_id: integration.row.unique_key, provider: integration.provider.id } : {}),
        ...(description === undefined ? {} : { reason: description }),
        ...(providerText === undefined ? {} : { provider_text: providerText })
    });
}
