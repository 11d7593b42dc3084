import type { EventEndUser, PatchbayEvent } from '@patchbay/contracts';
import type { Db, StoredEndUser } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { insertEvent } from './events.sql.ts';

/** An event without what {@link recordEvent} adds. */
type EventContent<Event extends PatchbayEvent = PatchbayEvent> = Event extends unknown ? Omit<Event, 'from' | 'environment'> : never;

export interface EventToRecord {
    /** Given where something else refers to it. */
    id?: string;
    environmentId: string;
    integrationId: string;
    content: EventContent;
}

/**
 * Writes an event in the transaction of what it reports, so that neither exists without the other.
 * Nothing is recorded about a deleted integration.
 * @race an event about an integration that is being deleted: the integration's row `for key share`,
 * condition on the mark
 */
export async function recordEvent(
    trx: Db,
    { clock, ids }: Pick<Deps, 'clock' | 'ids'>,
    { id = ids.uuid(), environmentId, integrationId, content }: EventToRecord
): Promise<void> {
    const payload = JSON.stringify({ ...content, from: 'patchbay' } satisfies Omit<PatchbayEvent, 'environment'>);
    await insertEvent(trx, { environmentId, integrationId, id, type: content.type, payload, now: clock.now() });
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
