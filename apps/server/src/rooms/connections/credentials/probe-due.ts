import type { Deps } from '../../../deps.ts';
import { nameOf } from '../../platform/integrations/open-integration.ts';
import type { UsableConnection } from '../connection-store/open-connection.ts';
import { nextProbeAt } from '../connection-store/refresh-schedule.ts';
import type { WholeRow } from '../connection-store/usable-connection.sql.ts';
import { checkCredentials, type Verdict } from '../provider-calls/check-credentials.ts';
import { busyIntegrations, type InProgress, startWork, withLeased } from './leased-work.ts';
import { claimDue, type Lease, releaseLease } from './refresh.sql.ts';
import { leaseMs, releaseLeaseAndRecord } from './refresh-credentials.ts';
import { spanAttributesOf } from './span-attributes.ts';
import { isRefusedOnce, refusedOnce, type RefreshError, stateAfterFailure } from './refresh-failure.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** So many of one integration are begun in a round, which is a second, and are under way. */
const perIntegration = 2;
/** A refusal counts only when it is repeated: vendors refuse during incidents, too. */
const secondLookMs = 10 * minuteMs;
const unreachableWaitMs = 60 * minuteMs;
/** Not used for so long, it is checked less often. */
const unusedAfterMs = 30 * dayMs;
const unusedFactor = 7;
/** A broken one is looked at for so long: the vendor may have been wrong. */
const brokenForMs = 7 * dayMs;

type Probed = UsableConnection<WholeRow>;

/**
 * Claims at most `limit` connections whose credentials nothing renews, and asks their providers
 * whether they are still valid.
 * @param inProgress of earlier calls too: an integration that has its share is left out
 * @returns the work on each; it never fails
 * @race two servers check one connection: a lease in the row, by compare-and-set
 */
export async function probeDue(deps: Deps, limit: number, inProgress: InProgress = new Map()): Promise<Promise<void>[]> {
    const now = deps.clock.now();
    const except = busyIntegrations(inProgress, perIntegration);
    const until = new Date(now.getTime() + leaseMs);
    const leases = await claimDue(deps.db, { now, until, limit, except, column: 'probe_due_at', limitEach: perIntegration });
    return startWork(deps, leases, inProgress, (lease) =>
        withLeased(deps, lease, 'probe_due_at', async (connection) => void (await probe(deps, connection, lease)))
    );
}

/**
 * Asks the provider whether credentials are still valid, under a lease for that.
 * @returns undefined: there is nothing to ask
 */
export function probe(deps: Deps, connection: Probed, lease: Lease): Promise<Verdict | undefined> {
    return deps.telemetry.trace({ name: 'probe', about: spanAttributesOf(connection) }, async () => {
        const next = nextTime(deps, connection);
        // Rows of earlier releases are all looked at once.
        if (next) return ask(deps, connection, lease, next);
        await releaseLease(deps.db, lease, { probe_due_at: null });
        return undefined;
    });
}

async function ask(deps: Deps, connection: Probed, lease: Lease, next: Date): Promise<Verdict> {
    const verdict = await checkCredentials(deps, connection, deps.providerTimeouts.tokenMs, {
        withAccounts: false,
        connectionId: connection.row.connection_id
    });
    const { auth_state: state, verified_at: verifiedAt } = connection.row;
    const isRefused = isRefusedOnce(connection.row);
    // Nothing was asked that tells: what is broken stays so, such as a token that has ended.
    if (verdict.outcome === 'accepted' && !verdict.isChecked && state === 'broken')
        await releaseLease(deps.db, lease, { probe_due_at: null });
    else if (verdict.outcome === 'accepted') await recordAcceptance(deps, connection, lease, verdict.isChecked ? next : null);
    // What is known stays: that the provider is down says nothing about the credentials.
    else if (tellsNothing(verdict) && (verifiedAt || isRefused || state === 'broken')) {
        const later = new Date(deps.clock.now().getTime() + (isRefused ? secondLookMs : unreachableWaitMs));
        await releaseLease(deps.db, lease, { probe_due_at: later });
    } else await recordRefusal(deps, connection, lease, toError(verdict, connection, isRefused || state === 'broken'), next);
    return verdict;
}

function tellsNothing(verdict: Verdict): boolean {
    return verdict.outcome === 'unreachable' || (verdict.outcome === 'misconfigured' && verdict.isOurClock === true);
}

/** Null where there is nothing to ask. */
function nextTime({ clock, config }: Pick<Deps, 'clock' | 'config'>, { row, integration, credentials }: Probed): Date | null {
    const now = clock.now();
    const usedAt = Math.max(...[row.last_fetched_at, row.refreshed_at, row.created_at].map((time) => time?.getTime() ?? 0));
    const intervalMs = config.probeIntervalMs * (now.getTime() - usedAt > unusedAfterMs ? unusedFactor : 1);
    return nextProbeAt(integration.provider, { connectionId: row.connection_id, credentials, verifiedAt: now }, now, intervalMs);
}

async function recordAcceptance(deps: Deps, connection: Probed, lease: Lease, next: Date | null): Promise<void> {
    const healthy = { auth_state: 'ok' as const, auth_failure: null, probe_due_at: next };
    const verified = next ? { verified_at: deps.clock.now() } : {};
    const isTold = typeof connection.row.auth_failure?.event_id === 'string';
    await releaseLeaseAndRecord(deps, connection, lease, { ...healthy, ...verified }, isTold ? {} : undefined);
}

async function recordRefusal(deps: Deps, connection: Probed, lease: Lease, refreshError: RefreshError, next: Date): Promise<void> {
    const now = deps.clock.now();
    const { auth_state: before, auth_failure: earlier } = connection.row;
    const { state, failure, mustReport } = stateAfterFailure({ state: before, failure: earlier }, refreshError, now, Math.random());
    const isWorthAsking = now.getTime() - Date.parse(failure.since) < brokenForMs;
    const changes = {
        auth_state: state,
        auth_failure: JSON.stringify(failure),
        probe_due_at: failure.retry_at ? new Date(failure.retry_at) : isWorthAsking ? next : null
    };
    const error = { type: 'refresh_token_external_error' as const, description: failure.message };
    await releaseLeaseAndRecord(deps, connection, lease, changes, mustReport ? { error, failure } : undefined);
}

/** @param isRepeated the provider has refused them before */
function toError(verdict: Exclude<Verdict, { outcome: 'accepted' }>, { integration }: Probed, isRepeated: boolean): RefreshError {
    const { outcome, reason = '' } = verdict;
    const isAmbiguous = false;
    if (tellsNothing(verdict)) {
        const message = `${reason} Patchbay will retry automatically.`.trim();
        return { kind: 'transient', cause: 'provider_unavailable', message, isAmbiguous };
    }
    if (outcome === 'misconfigured') return { kind: 'configuration', cause: 'address_unusable', message: reason, isAmbiguous };
    const said = `${nameOf(integration)} refused these credentials${reason === '' ? '' : ` (${reason})`}.`;
    return isRepeated
        ? {
              kind: 'revoked',
              cause: 'credentials_refused',
              message: `${said} Ask the end user to connect again, or import others.`,
              isAmbiguous
          }
        : {
              kind: 'transient',
              cause: refusedOnce,
              message: `${said} Patchbay will check again in ${secondLookMs / minuteMs} minutes.`,
              isAmbiguous,
              retryAfterMs: secondLookMs
          };
}
