import { type HealthStatus, patchbayEvent, type readHealthHistory, type SuccessIn } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { describeHealth, type HealthRow } from '../../connections/connection-store/health.ts';
import { wholeEvent } from './entries.ts';
import { countFailedRequests, listActiveSyncs, listEventsOf, type Subject } from './timeline.sql.ts';

const shownMs = 30 * 24 * 60 * 60_000;
/** More changes than these are not told one by one. */
const mostEvents = 5000;
const mostFailed = 10_000;
const atOnceMs = 1000;

type History = SuccessIn<typeof readHealthHistory>['data'];
type Period = History['periods'][number];
type State = Period['state'];

const stateOf: Readonly<Record<HealthStatus, State>> = {
    healthy: 'working',
    unverified: 'working',
    paused: 'working',
    degraded: 'failing',
    needs_attention: 'failing',
    needs_reconnect: 'needs_reconnecting'
};

type Broken = Subject & { row: HealthRow };

/** How it was since 30 days ago, as long as events are kept, and what has stopped. */
export async function readHealth(deps: Pick<Deps, 'clock' | 'db' | 'providers'>, subject: Broken): Promise<History> {
    const now = deps.clock.now();
    const from = new Date(Math.max(now.getTime() - shownMs, subject.row.created_at.getTime()));
    const events = (await listEventsOf(deps.db, subject, { from }, mostEvents)).toReversed();
    const { status, since } = describeHealth(deps, subject.row);
    const changes = events.flatMap(({ created_at: at, payload }) => changeOf(payload, at) ?? []);
    const present = stateOf[status];
    // What no event has told, such as a failure that is retried.
    if ((changes.at(-1)?.after ?? 'working') !== present) {
        const began = since === null ? now.getTime() : Date.parse(since);
        changes.push({
            at: new Date(Math.max(began, from.getTime(), changes.at(-1)?.at.getTime() ?? 0)),
            before: undefined,
            after: present
        });
    }
    const stopped = present === 'working' || since === null ? null : await readStopped(deps, subject, new Date(since));
    return { periods: toPeriods(changes, from, now), stopped };
}

async function readStopped({ db }: Pick<Deps, 'db'>, subject: Subject, since: Date): Promise<NonNullable<History['stopped']>> {
    const [failed, syncs] = await Promise.all([countFailedRequests(db, subject, since, mostFailed + 1), listActiveSyncs(db, subject)]);
    return { failed_requests: Math.min(failed, mostFailed), more: failed > mostFailed, syncs };
}

interface Change {
    at: Date;
    /** What the change says of the time before it. */
    before: State | undefined;
    after: State;
}

function changeOf(payload: Record<string, unknown>, at: Date): Change | undefined {
    const { data: event } = patchbayEvent.safeParse(wholeEvent(payload));
    if (event?.type === 'connection.broken') return { at, before: undefined, after: 'needs_reconnecting' };
    if (event?.type === 'connection.healed') return { at, before: 'needs_reconnecting', after: 'working' };
    if (event?.type !== 'auth') return undefined;
    if (event.operation === 'refresh')
        return { at, before: event.success ? 'failing' : undefined, after: event.success ? 'working' : 'failing' };
    return event.success ? { at, before: undefined, after: 'working' } : undefined;
}

function toPeriods(changes: readonly Change[], from: Date, now: Date): Period[] {
    const [first] = changes;
    const atFirst = changes.flatMap(({ at, before }) =>
        before !== undefined && first && at.getTime() - first.at.getTime() < atOnceMs ? before : []
    );
    const periods: { from: Date; state: State }[] = [
        { from, state: atFirst.includes('needs_reconnecting') ? 'needs_reconnecting' : (atFirst[0] ?? 'working') }
    ];
    for (const { at, after } of changes) {
        const last = periods.at(-1);
        // A failure and the end that it is are told at once, in either order.
        if (last && at.getTime() - last.from.getTime() < atOnceMs)
            last.state = last.state === 'needs_reconnecting' && after === 'failing' ? last.state : after;
        else if (last?.state !== after) periods.push({ from: at, state: after });
    }
    return periods.map(({ from: began, state }, index) => ({
        from: began.toISOString(),
        until: (periods[index + 1]?.from ?? now).toISOString(),
        state
    }));
}
