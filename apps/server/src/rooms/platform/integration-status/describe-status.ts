import type { IntegrationStatus, SuccessIn, getIntegrationStatus } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { evidenceOf, type Codes } from './evidence.ts';
import { readCounts, readFailedWith, type Subject } from './integration-status.sql.ts';
import { failedOf, failsToRefresh, mainCause, minCalls, rateOf, type Tally, type Usual, usualOf } from './judge.ts';
import { type Hour, incidentsOf, isTrouble, type Present, rateHours, type RatedHour } from './rate-hours.ts';
import { type Counts, countsOf, sumOf, tallyOf } from './tally.ts';
import { minuteMs, walkedMinutes, walkMinutes, windowMinutes } from './walk-minutes.ts';

const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const week = 7 * dayMs;
/** Refreshes are too rare for five minutes. */
const refreshHours = 2;

export type HourView = SuccessIn<typeof getIntegrationStatus>['data']['history'][number];

export interface StatusWithHours {
    status: IntegrationStatus;
    history: HourView[];
}

/** What was counted of one subject. */
interface Observed {
    minutes: Map<number, Counts>;
    hours: Hour[];
    week: Counts | undefined;
    /** Of the last five minutes. */
    codes: Codes;
}

/** How integrations are, and were in these hours, by what was counted. */
export async function describeStatuses(
    { db, clock }: Pick<Deps, 'db' | 'clock'>,
    args: { environmentId: string; subjects: readonly Subject[]; hours: number }
): Promise<StatusWithHours[]> {
    const { subjects } = args;
    if (subjects.length === 0) return [];
    const at = clock.now().getTime();
    const observed = await observe(db, args, at);
    return subjects.map((subject) => describe(subject, observed(subject.key), { at, hours: args.hours }));
}

async function observe(
    db: Deps['db'],
    { environmentId, subjects, hours }: { environmentId: string; subjects: readonly Subject[]; hours: number },
    at: number
): Promise<(key: string) => Observed> {
    const beginningOf = (ms: number) => Math.floor(at / ms) * ms;
    const [minute, hour, day] = [beginningOf(minuteMs), beginningOf(hourMs), beginningOf(dayMs)];
    const period = (from: number, to: number) => ({ environmentId, subjects, from: new Date(from), to: new Date(to) });
    const recent = period(minute - (walkedMinutes - 1) * minuteMs, minute + minuteMs);
    const hourly = period(hour - (Math.max(hours, refreshHours) - 1) * hourMs, hour + hourMs);
    const [minuteRows, hourRows, weekRows, recentCodes, hourCodes] = await Promise.all([
        readCounts(db, 'traffic_minutes', recent),
        readCounts(db, 'traffic_hours', hourly),
        readCounts(db, 'traffic_days', { ...period(day - week, day), whole: true }),
        readFailedWith(db, 'traffic_minutes', period(minute - (windowMinutes - 1) * minuteMs, minute + minuteMs)),
        readFailedWith(db, 'traffic_hours', hourly)
    ]);
    const [minutesOf, hoursOf, weekOf] = [minuteRows, hourRows, weekRows].map((rows) => Map.groupBy(rows, ({ key }) => key));
    const [recentCodesOf, hourCodesOf] = [recentCodes, hourCodes].map((rows) => Map.groupBy(rows, ({ key }) => key));
    return (key) => {
        const codesByHour = Map.groupBy(hourCodesOf?.get(key) ?? [], (row) => row.at.getTime());
        const [ofWeek] = weekOf?.get(key) ?? [];
        return {
            minutes: new Map((minutesOf?.get(key) ?? []).map((row) => [row.at.getTime(), countsOf(row)])),
            hours: (hoursOf?.get(key) ?? []).map((row) => ({
                at: row.at.getTime(),
                counts: countsOf(row),
                codes: codesIn(codesByHour.get(row.at.getTime()))
            })),
            week: ofWeek && countsOf(ofWeek),
            codes: codesIn(recentCodesOf?.get(key))
        };
    };
}

function codesIn(rows: readonly { code: string; count: number }[] = []): Codes {
    const codes = new Map<string, number>();
    for (const { code, count } of rows) codes.set(code, (codes.get(code) ?? 0) + count);
    return codes;
}

function describe(
    subject: Subject,
    { minutes, hours, week: ofWeek, codes }: Observed,
    { at, hours: wanted }: { at: number; hours: number }
): StatusWithHours {
    const usual = usualOf(ofWeek && tallyOf(ofWeek));
    const walked = walkMinutes(minutes, Math.floor(at / minuteMs) * minuteMs, usual);
    const rated = rateHours(hours, usual);
    const asked = rated.filter((hour) => hour.at > at - wanted * hourMs);
    const refreshing = hours.filter((hour) => hour.at > at - refreshHours * hourMs);
    const refreshed = tallyOf(sumOf(refreshing.map(({ counts }) => counts)));
    const tally: Tally = { ...tallyOf(walked.window), refreshes: refreshed.refreshes };
    const refreshFails = failsToRefresh(refreshed, usual);
    const present = dated(withRefreshes({ ...walked, codes }, refreshFails ? refreshing : []), rated);
    return {
        status: {
            ...idsOf(subject),
            ...judgementOf(subject, present, { tally, usual, codes, refreshFails }),
            ...figuresOf(tally, usual),
            incidents: incidentsOf(asked, present, at)
        },
        history: asked.map(describeHour)
    };
}

function judgementOf(
    subject: Subject,
    { state, since, window }: Present,
    evident: { tally: Tally; usual: Usual; codes: Codes; refreshFails: boolean }
): Pick<IntegrationStatus, 'state' | 'since' | 'cause' | 'evidence'> {
    if (subject.integrations.every(({ enabled }) => !enabled))
        return { state: 'paused', since: null, cause: null, evidence: [describePause(subject)] };
    const isInTrouble = isTrouble(state);
    return {
        state,
        since: since === undefined ? null : new Date(since).toISOString(),
        cause: isInTrouble ? (mainCause(window) ?? 'provider') : null,
        evidence: evidenceOf({ ...evident, since, isInTrouble })
    };
}

/** Refreshes that fail are trouble to come, also where there are few calls. */
function withRefreshes(now: Present, failing: readonly Hour[]): Present {
    const first = failing.find(({ counts }) => counts.refreshes.failed > 0);
    if (!first || isTrouble(now.state)) return now;
    const codes = failing.flatMap((hour) => [...hour.codes]).map(([code, count]) => ({ code, count }));
    return { state: 'degraded', since: first.at, window: sumOf(failing.map(({ counts }) => counts)), codes: codesIn(codes) };
}

/** What began before the minutes that were looked at began with an hour, if it is among these. */
function dated(now: Present, hours: readonly RatedHour[]): Present {
    if (now.since !== undefined || now.state === 'unknown') return now;
    const isOperational = now.state === 'operational';
    const isOpposite = ({ state }: RatedHour) => state !== 'unknown' && (state === 'operational') !== isOperational;
    const opposite = hours.findLastIndex(isOpposite);
    const since = hours.slice(opposite + 1).find(({ state }) => state !== 'unknown')?.at;
    return { ...now, since: isOperational && opposite === -1 ? undefined : since };
}

function idsOf({ key, isProvider, integrations }: Subject): Pick<IntegrationStatus, 'integration_id' | 'provider' | 'integrations'> {
    return {
        integration_id: isProvider ? null : key,
        provider: integrations[0]?.provider ?? key,
        integrations: integrations.length
    };
}

function describePause({ integrations }: Subject): string {
    const isFrozen = integrations.some(({ freeze_id: freezeId }) => freezeId !== null);
    return isFrozen
        ? 'It is frozen: nothing is sent until the freeze is lifted. `GET /freezes` says why.'
        : 'It is switched off: nothing is sent until `enabled` is true again.';
}

function figuresOf(tally: Tally, usual: Usual) {
    const { calls, failures, failedConnections, refreshes, p95 } = tally;
    const { calls: refreshCalls, failed: failedRefreshes } = refreshes;
    return {
        calls_5m: calls,
        failures_5m: failures,
        error_rate_5m: share(rateOf(failedOf(tally), calls)),
        usual_error_rate: share(usual.errorRate),
        p95_ms: calls < minCalls ? null : (p95 ?? null),
        usual_p95_ms: usual.p95 ?? null,
        refreshes: { calls: refreshCalls, failed: failedRefreshes, usual_failure_rate: share(usual.refreshFailureRate) },
        affected_connections: failedConnections
    };
}

function share(rate: number | undefined): number | null {
    return rate === undefined ? null : Math.round(rate * 10_000) / 10_000;
}

function describeHour({ at, state, counts }: RatedHour): HourView {
    const { calls, failures, p95, failedConnections } = tallyOf(counts);
    return { at: new Date(at).toISOString(), state, calls, failures, p95_ms: p95 ?? null, affected_connections: failedConnections };
}
