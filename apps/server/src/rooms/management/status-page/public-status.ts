import { createHash } from 'node:crypto';
import type { IntegrationState } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { describeStatuses } from '../../platform/integration-status/describe-status.ts';
import { findIntegrationSubjects, readCounts, type Subject } from '../../platform/integration-status/integration-status.sql.ts';
import { judge, type JudgedState } from '../../platform/integration-status/judge.ts';
import { countsOf, tallyOf } from '../../platform/integration-status/tally.ts';
import { findDisplayNames, type StatusPageRow } from './status-page.sql.ts';

/** All that leaves the server: names, states and times. */
export interface PublicStatus {
    title: string;
    url: string;
    at: Date;
    /** The worst of those that are known. */
    state: IntegrationState;
    integrations: readonly PublicIntegration[];
    incidents: readonly PublicIncident[];
}

export interface PublicIntegration {
    name: string;
    state: IntegrationState;
    since: Date | null;
    /** Of the last days, oldest first, by UTC. */
    days: readonly { date: string; state: JudgedState }[];
}

export interface PublicIncident {
    /** Stays the same for as long as it is told of. */
    id: string;
    name: string;
    state: 'degraded' | 'down';
    since: Date;
    until: Date | null;
}

export const shownDays = 90;
/** An environment with more shows its first ones. */
const mostShown = 100;
const feedHours = 7 * 24;
const dayMs = 24 * 60 * 60_000;

const worstFirst: readonly IntegrationState[] = ['down', 'degraded', 'operational', 'paused', 'unknown'];

export async function readPublicStatus(
    { db, clock, providers }: Pick<Deps, 'clock' | 'db' | 'providers'>,
    { environment_id: environmentId, title }: StatusPageRow,
    url: string
): Promise<PublicStatus> {
    const at = clock.now();
    const subjects = await findIntegrationSubjects(db, { environmentId, limit: mostShown });
    const [statuses, daysOf, names] = await Promise.all([
        describeStatuses({ db, clock }, { environmentId, subjects, hours: feedHours }),
        readDays(db, environmentId, subjects, at),
        findDisplayNames(db, environmentId)
    ]);
    const nameOf = new Map(names.map(({ id, display_name: name }) => [id, name]));
    const integrations: PublicIntegration[] = [];
    const incidents: PublicIncident[] = [];
    for (const [index, { key, integrations: rows }] of subjects.entries()) {
        const [row, status] = [rows[0], statuses[index]?.status];
        if (!row || !status) continue;
        const name = nameOf.get(row.id) ?? providers.get(row.provider)?.display_name ?? row.provider;
        const since = status.since === null ? null : new Date(status.since);
        integrations.push({ name, state: status.state, since, days: daysOf(key) });
        for (const incident of status.incidents)
            incidents.push({
                id: createHash('sha256').update(`${row.id} ${incident.since}`).digest('hex').slice(0, 32),
                name,
                state: incident.state,
                since: new Date(incident.since),
                until: incident.until === null ? null : new Date(incident.until)
            });
    }
    return {
        title,
        url,
        at,
        state: worstFirst.find((state) => integrations.some((each) => each.state === state)) ?? 'unknown',
        integrations: integrations.toSorted((one, other) => one.name.localeCompare(other.name)),
        incidents: incidents.toSorted((one, other) => other.since.getTime() - one.since.getTime())
    };
}

/** How each day was as a whole, by the shares that hold where there is no comparison. */
async function readDays(db: Deps['db'], environmentId: string, subjects: readonly Subject[], at: Date) {
    const today = Math.floor(at.getTime() / dayMs) * dayMs;
    const from = today - (shownDays - 1) * dayMs;
    const rows = await readCounts(db, 'traffic_days', {
        environmentId,
        subjects,
        from: new Date(from),
        to: new Date(today + dayMs)
    });
    const states = new Map<string, JudgedState>();
    const unknown = { errorRate: undefined, p95: undefined, refreshFailureRate: undefined };
    for (const row of rows) states.set(`${row.key} ${row.at.getTime()}`, judge(tallyOf(countsOf(row)), unknown, false));
    return (key: string) =>
        Array.from({ length: shownDays }, (_, index) => {
            const day = from + index * dayMs;
            return { date: new Date(day).toISOString().slice(0, 10), state: states.get(`${key} ${day}`) ?? ('unknown' as const) };
        });
}
