import { z } from 'zod';
import type { Db } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { sealedTable } from '../../../kernel/crypto/sealed-table.ts';
import { findEventSecrets, insertEventSecrets } from './event-secrets.sql.ts';
import { type EventContent, recordEventOfEach } from './record-event.ts';

export const sealedEventSecrets = sealedTable({ name: 'event_secrets', columns: ['secrets'], key: 'event_id', boundTo: ['event_id'] });

const storedSecrets = z.record(z.string(), z.string());

export interface SecretEvent {
    integrationId: string;
    connectionId: string;
    content: EventContent;
    /** Fields of the event that only its delivery has. */
    secrets: Record<string, string>;
    /** They are of no use afterwards. */
    expiresAt: Date;
}

/** Records events with fields that nothing but their deliveries shows. */
export async function recordSecretEvents(
    trx: Db,
    deps: Pick<Deps, 'clock' | 'ids' | 'seal'>,
    environmentId: string,
    events: readonly SecretEvent[]
): Promise<void> {
    const made = events.map((event) => ({ ...event, id: deps.ids.uuid() }));
    for (const [integrationId, ofOne] of Map.groupBy(made, (event) => event.integrationId))
        await recordEventOfEach(trx, deps, { environmentId, integrationId }, ofOne);
    const rows = made.map(({ id, secrets, expiresAt }) => {
        const key = { environment_id: environmentId, event_id: id };
        return { event_id: id, secrets: deps.seal.seal(sealedEventSecrets.place(key, 'secrets'), secrets), expires_at: expiresAt };
    });
    await insertEventSecrets(trx, environmentId, rows);
}

/** Empty once they have expired. */
export async function openEventSecrets(
    { db, clock, seal }: Pick<Deps, 'clock' | 'db' | 'seal'>,
    environmentId: string,
    eventId: string
): Promise<Record<string, string>> {
    const row = await findEventSecrets(db, { environmentId, eventId, now: clock.now() });
    return row ? seal.open(sealedEventSecrets.place(row, 'secrets'), row.secrets, storedSecrets) : {};
}
