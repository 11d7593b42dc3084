import type { AuthFailure } from '@patchbay/db';
import { nameOf } from '../../platform/integrations/open-integration.ts';
import type { Deps } from '../../../deps.ts';
import { credentialTraits } from '../connection-store/credential-traits.ts';
import type { UsableConnection } from '../connection-store/open-connection.ts';
import { type ConnectionTarget, findWholeById, type WholeRow } from '../connection-store/usable-connection.sql.ts';
import { checkCredentials, type Verdict } from '../provider-calls/check-credentials.ts';
import { isRefreshable } from '../provider-calls/credential-types/credential-types.ts';
import { getWithCredentials } from './get-credentials.ts';
import { withLeased } from './leased-work.ts';
import { probe } from './probe-due.ts';
import { leaseMs } from './refresh-credentials.ts';
import { CredentialsUnavailableError, isRefusedOnce } from './refresh-failure.ts';
import { acquireLease } from './refresh.sql.ts';

export interface CheckResult {
    outcome: 'accepted' | 'refused' | 'unreachable' | 'misconfigured' | 'not_checked';
    /** For an admin. */
    message: string | null;
}

/**
 * Asks the provider now whether it accepts a connection, which counts as no use of it. What nothing
 * renews is judged as by the daily check. A token that is refused, or that nothing can be asked
 * about, is renewed unless that was a moment ago.
 * @throws {AppError} as {@link getWithCredentials}
 * @race two ask at once, and their refusals count as two in a row: one call of each connection in
 * this process, a lease in the row between servers
 */
export function checkConnection(deps: Deps, target: ConnectionTarget): Promise<CheckResult> {
    const { environmentId, integrationKey, connectionId } = target;
    return deps.flights.run(`check/${environmentId}/${integrationKey}/${connectionId}`, () => askNow(deps, target));
}

async function askNow(deps: Deps, target: ConnectionTarget): Promise<CheckResult> {
    try {
        const connection = await getWithCredentials(deps, target, { isUse: false });
        const isRenewed = isRefreshable(connection) && !credentialTraits(connection.integration.provider).isProbed;
        // Of a token that nothing renews the end alone is awaited.
        const isProbed = !isRenewed && connection.row.refresh_due_at === null;
        const verdict = (isProbed ? await probeNow(deps, connection) : undefined) ?? (await ask(deps, connection));
        const isUnknown = verdict.outcome === 'accepted' && !verdict.isChecked;
        // Nothing renews it any more.
        const { auth_state: state, auth_failure: failed } = connection.row;
        if (isUnknown && state === 'broken' && failed) return describeFailure(failed);
        if (!isRenewed || (verdict.outcome !== 'rejected' && !isUnknown)) return describe(verdict, connection);
        const renewed = await getWithCredentials(deps, target, { isUse: false, refusedGeneration: connection.row.generation });
        // A token is given out while it is valid, although it was not renewed.
        const failure = (await findWholeById(deps.db, renewed.row))?.auth_failure;
        if (failure) return describeFailure(failure);
        if (!isUnknown) return describe(await ask(deps, renewed), renewed);
        // Where there is no request to ask with, the renewal is the proof.
        const isRenewedNow = renewed.row.generation !== connection.row.generation;
        return { outcome: 'accepted', message: isRenewedNow ? null : `${nameOf(renewed.integration)} has issued its token a moment ago.` };
    } catch (error) {
        if (error instanceof CredentialsUnavailableError) return describeFailure(error);
        throw error;
    }
}

function describeFailure({ kind, message }: Pick<AuthFailure, 'kind' | 'message'>): CheckResult {
    const outcomes = { revoked: 'refused', configuration: 'misconfigured', transient: 'unreachable', unknown: 'unreachable' } as const;
    return { outcome: outcomes[kind], message };
}

/** Stores what the provider says. @returns undefined: it was refused just now, or is being asked */
async function probeNow(deps: Deps, { row }: UsableConnection<WholeRow>): Promise<Verdict | undefined> {
    const now = deps.clock.now();
    // Two refusals count only with time between them.
    if (isRefusedOnce(row) && row.auth_failure?.retry_at && Date.parse(row.auth_failure.retry_at) > now.getTime()) return undefined;
    const lease = await acquireLease(deps.db, row, { now, until: new Date(now.getTime() + leaseMs) }, 'probe_due_at');
    let verdict: Verdict | undefined;
    if (lease) await withLeased(deps, lease, 'probe_due_at', async (connection) => void (verdict = await probe(deps, connection, lease)));
    return verdict;
}

function ask(deps: Deps, connection: UsableConnection<WholeRow>): Promise<Verdict> {
    const { connection_id: connectionId } = connection.row;
    return checkCredentials(deps, connection, deps.providerTimeouts.tokenMs, { withAccounts: false, connectionId });
}

function describe(verdict: Verdict, { integration }: UsableConnection<WholeRow>): CheckResult {
    const name = nameOf(integration);
    if (verdict.outcome === 'accepted')
        return verdict.isChecked
            ? { outcome: 'accepted', message: null }
            : { outcome: 'not_checked', message: `Patchbay knows no request of ${name} that only checks credentials.` };
    if (verdict.outcome !== 'rejected') return { outcome: verdict.outcome, message: verdict.reason };
    const reason = verdict.reason ?? verdict.said;
    return { outcome: 'refused', message: `${name} refused these credentials${reason === undefined ? '' : ` (${reason})`}.` };
}
