import type { EventEndUser, EventType, PatchbayEvent } from '@patchbay/contracts';
import type { Db, StoredEndUser } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { sendJob } from '../../../kernel/jobs/send-job.sql.ts';
import { currentIds, currentSpan } from '../../../kernel/log/request-context.ts';
import { storableJson } from '../../../kernel/sql/storable-json.ts';
import { insertEvent, insertEventOfEnvironment, insertEvents } from './events.sql.ts';

/** An event without what {@link recordEvent} adds. */
export type EventContent<Event extends PatchbayEvent = PatchbayEvent> = Event extends { from: 'patchbay' }
    ? Omit<Event, 'from' | 'environment'>
    : Event;

export interface EventToRecord {
    /** Given where something else refers to it. */
    id?: string;
    environmentId: string;
    /** Of the integration that it is about, if any. */
    integrationId?: string;
    content: EventContent;
    /** Of a provider's webhook that is forwarded: sent again with it, as `name: value`. */
    headers?: readonly string[];
}

/** Tells a server that works to deliver what was recorded. */
export const dispatchJob = 'dispatch-events';

/** Of one statement. */
const mostAtOnce = 1000;

/** These are as the reference service has them. */
const withoutEnvironment: readonly EventType[] = ['sync', 'record.changed', 'async_action', 'function.failed', 'forward'];

/**
 * Writes an event in the transaction of what it reports, so that neither exists without the other,
 * with the job that has it delivered. Nothing is recorded about a deleted integration.
 * @race an event about an integration that is being deleted: the integration's row `for key share`,
 * condition on the mark
 */
export async function recordEvent(
    trx: Db,
    { clock, ids }: Pick<Deps, 'clock' | 'ids'>,
    { id = ids.uuid(), environmentId, integrationId, content, headers }: EventToRecord
): Promise<void> {
    const row = { id, environmentId, ...describe(content), ...ofRequest(headers, clock.now()) };
    const connectionId = 'connectionId' in content ? (content.connectionId ?? null) : null;
    await (integrationId === undefined ? insertEventOfEnvironment(trx, row) : insertEvent(trx, { ...row, integrationId, connectionId }));
    await sendJob(trx, dispatchJob, { environmentId });
}

/**
 * As {@link recordEvent}, for many connections, with few statements.
 * @race an event about an integration that is being deleted: the integration's row `for key share`,
 * condition on the mark
 */
export async function recordEventOfEach(
    trx: Db,
    { clock, ids }: Pick<Deps, 'clock' | 'ids'>,
    { environmentId, integrationId, headers }: Pick<EventToRecord, 'environmentId' | 'headers'> & { integrationId: string },
    about: readonly { id?: string; connectionId: string; content: EventContent }[]
): Promise<void> {
    if (about.length === 0) return;
    const now = clock.now();
    for (let from = 0; from < about.length; from += mostAtOnce) {
        const some = about.slice(from, from + mostAtOnce);
        const contents = [...new Set(some.map(({ content }) => content))];
        const places = new Map(contents.map((content, place) => [content, place]));
        await insertEvents(
            trx,
            { environmentId, integrationId, ...ofRequest(headers, now) },
            contents.map(describe),
            some.map(({ id = ids.uuid(), connectionId, content }) => ({ id, connectionId, content: places.get(content) ?? 0 }))
        );
    }
    await sendJob(trx, dispatchJob, { environmentId });
}

function describe(content: EventContent) {
    return {
        type: content.type,
        payload: storableJson({ from: 'patchbay', ...content }),
        hasEnvironment: !withoutEnvironment.includes(content.type)
    };
}

function ofRequest(headers: readonly string[] | undefined, now: Date) {
    return {
        headers: headers ? [...headers] : null,
        traceContext: currentSpan()?.traceparent ?? null,
        requestId: currentIds().request_id ?? null,
        now
    };
}

/** The `endUser` of an event; absent without one. */
export function eventEndUserOf(endUser: StoredEndUser | null): { endUser?: EventEndUser } {
    if (!endUser) return {};
    return {
        endUser: {
            endUserId: endUser.id,
            endUserEmail: endUser.email,
            organizationId: endUser.organization?.id ?? null,
            tags: endUser.tags ?? {}
        }
    };
}
