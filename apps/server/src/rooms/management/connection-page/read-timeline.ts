import { AppError, type listConnectionTimeline, type ParsedInput, type SuccessIn, type TimelineKind } from '@patchbay/contracts';
import type { Db } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { findUnstorable } from '../../../kernel/http/json-body.ts';
import { countByTime, spanOf } from './count-by-time.ts';
import {
    type Entry,
    fromAttempt,
    fromChange,
    fromCount,
    fromCredentials,
    fromCredentialRequest,
    fromDataKey,
    fromEvent,
    fromIssue,
    fromRun
} from './entries.ts';
import { listCredentialHistory } from '../../connections/connection-store/credential-history.sql.ts';
import {
    listAttemptsOf,
    listChangesOf,
    listCredentialRequestsOf,
    listDataKeys,
    listDeliveriesOf,
    listEventsOf,
    listIssuesOf,
    listRequestsOf,
    listResolvedIssuesOf,
    listRunsOf,
    type Place,
    type Subject
} from './timeline.sql.ts';

/** Of what is counted so many are read for a page, and no more, however many there are. */
const mostCounted = 2000;

interface Look {
    db: Db;
    subject: Subject;
    before: Place | undefined;
    /** One more than a page has. */
    limit: number;
    now: Date;
    kind: TimelineKind | undefined;
    showsNames: boolean;
}

interface Found {
    entries: Entry[];
    /** What is older was not read. */
    end?: Date | undefined;
}

/**
 * A page of what happened to a connection. Each source is read by an index as far as the page may
 * need it, and all are put into one order.
 * @param showsNames of members who have changed something
 * @throws {AppError} `invalid_cursor`
 */
export async function readTimeline(
    { db, clock }: Pick<Deps, 'clock' | 'db'>,
    subject: Subject,
    { kind, cursor, limit }: Pick<ParsedInput<typeof listConnectionTimeline>['query'], 'kind' | 'cursor' | 'limit'>,
    showsNames: boolean
): Promise<SuccessIn<typeof listConnectionTimeline>> {
    const before = cursor === undefined ? undefined : placeOf(cursor);
    const look: Look = { db, subject, before, limit: limit + 1, now: clock.now(), kind, showsNames };
    const found = await Promise.all(sources.flatMap(({ kinds, read }) => (kind === undefined || kinds.includes(kind) ? read(look) : [])));
    const ends = found.flatMap(({ end }) => end?.getTime() ?? []);
    const end = ends.length === 0 ? undefined : new Date(Math.max(...ends));
    const entries = found
        .flatMap((each) => each.entries)
        .filter((entry) => (kind === undefined || entry.kind === kind) && isPlacedBefore(entry, before) && (!end || entry.at >= end))
        .toSorted(newestFirst);
    const page = entries.slice(0, limit);
    const last = page.at(-1);
    const next = entries.length > limit && last ? last : end && { at: end, id: '' };
    return {
        data: page.map(({ at, until, ...entry }) => ({ ...entry, at: at.toISOString(), until: until?.toISOString() ?? null })),
        next_cursor: next ? cursorOf(next) : null
    };
}

const sources: readonly { kinds: readonly TimelineKind[]; read(look: Look): Promise<Found> }[] = [
    {
        kinds: ['sign_ins'],
        read: async ({ db, subject, before, limit }) => ({
            entries: (await listAttemptsOf(db, subject, before, limit)).map(fromAttempt)
        })
    },
    { kinds: ['sign_ins', 'credentials', 'changes'], read: readEvents },
    { kinds: ['credentials'], read: readCredentialHistory },
    { kinds: ['credentials'], read: readCredentialRequests },
    { kinds: ['requests'], read: readRequests },
    {
        kinds: ['runs'],
        read: async ({ db, subject, before, limit }) => ({ entries: (await listRunsOf(db, subject, before, limit)).map(fromRun) })
    },
    { kinds: ['webhooks'], read: readDeliveries },
    {
        kinds: ['changes'],
        read: async ({ db, subject, before, limit, showsNames }) => ({
            entries: (await listChangesOf(db, subject, before, limit)).map((row) => fromChange(row, showsNames))
        })
    },
    { kinds: ['issues'], read: async ({ db, subject }) => ({ entries: (await listIssuesOf(db, subject)).flatMap(fromIssue) }) },
    {
        kinds: ['issues'],
        read: async ({ db, subject, before, limit }) => ({
            entries: (await listResolvedIssuesOf(db, subject, before, limit)).flatMap(fromIssue)
        })
    }
];

/** Not all of them are told, so a page may need the next ones. */
async function readEvents({ db, subject, before, limit }: Look): Promise<Found> {
    const most = Math.max(limit, 200);
    const rows = await listEventsOf(db, subject, { before }, most);
    const broken = rows.flatMap(({ type, created_at: at }) => (type === 'connection.broken' ? at.getTime() : []));
    // The end says it all, where a failed renewal is one.
    const isToldAsEnd = ({ type, created_at: at, payload }: (typeof rows)[number]) =>
        type === 'auth' && payload['success'] === false && broken.some((time) => Math.abs(time - at.getTime()) < 1000);
    const told = rows.filter((row) => !isToldAsEnd(row));
    const last = rows.length < most ? undefined : rows.at(-1)?.created_at;
    // There may be more of that millisecond, which the next page has whole.
    const end = last && new Date(last.getTime() + 1);
    return { entries: told.flatMap((row) => fromEvent(row) ?? []), end: end && before && end >= before.at ? last : end };
}

/** What was known of the credentials when they were saved, and when they were sealed anew. */
async function readCredentialHistory({ db, subject: { row }, before, limit, now }: Look): Promise<Found> {
    const [saved, sealed] = await Promise.all([
        listCredentialHistory(db, row, before?.at, limit),
        listDataKeys(db, row, before?.at ?? now, limit)
    ]);
    return { entries: [...saved.map(fromCredentials), ...sealed.map(fromDataKey)] };
}

/** One by one, however many other requests there are between them. */
async function readCredentialRequests({ db, subject, before, limit }: Look): Promise<Found> {
    const rows = await listCredentialRequestsOf(db, subject, before, limit);
    return { entries: rows.flatMap((row) => fromCredentialRequest({ ...row, at: timeOf(row.id) }) ?? []) };
}

async function readRequests({ db, subject, before, now }: Look): Promise<Found> {
    const rows = await listRequestsOf(db, subject, endOfSpan(before, now), mostCounted);
    const { counts, end } = countByTime(
        rows.map((row) => ({ at: timeOf(row.id), isFailed: row.is_failed })),
        now,
        rows.length === mostCounted
    );
    return { entries: counts.map((count) => fromCount('requests', count)), end };
}

async function readDeliveries({ db, subject, before, now }: Look): Promise<Found> {
    const rows = await listDeliveriesOf(db, subject, endOfSpan(before, now), mostCounted);
    const { counts, end } = countByTime(
        rows.map(({ at, status, failures }) => ({ at, isFailed: status !== 'delivered' && failures > 0 })),
        now,
        rows.length === mostCounted
    );
    return { entries: counts.map((count) => fromCount('webhooks', count)), end };
}

/** A count stands where its hour begins, so one whose hour began earlier is still to be told. */
function endOfSpan(before: Place | undefined, now: Date): Date | undefined {
    if (!before) return undefined;
    const { from, until } = spanOf(before.at, now);
    return from.getTime() === before.at.getTime() && before.id === '' ? from : until;
}

/** UUIDs of version 7 begin with the time. */
const timeOf = (id: string) => new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16));

function newestFirst(one: Place, other: Place): number {
    return other.at.getTime() - one.at.getTime() || (one.id < other.id ? 1 : -1);
}

function isPlacedBefore(entry: Place, before: Place | undefined): boolean {
    return !before || (entry.id !== before.id && newestFirst(before, entry) < 0);
}

const cursorOf = ({ at, id }: Place) => Buffer.from(`${at.toISOString()} ${id}`).toString('base64url');

/** @throws {AppError} `invalid_cursor` */
function placeOf(cursor: string): Place {
    const [time = '', id] = Buffer.from(cursor, 'base64url').toString().split(' ');
    const at = new Date(time);
    // UUIDs of version 7 have 48 bits for the time.
    const isTime = at.getTime() >= 0 && at.getTime() < 2 ** 48;
    if (id === undefined || !isTime || findUnstorable(id)) throw new AppError('invalid_cursor');
    return { at, id };
}
