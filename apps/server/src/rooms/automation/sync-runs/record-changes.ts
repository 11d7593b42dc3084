import type { Db } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { recordEventOfEach } from '../../outbox/events/record-event.ts';
import type { ConnectionTarget } from '../../connections/connection-store/usable-connection.sql.ts';
import type { WrittenChanges } from '../records/write-records.ts';

/** One event for each record that a page has changed: its id and model, not what is in it. */
export async function recordChanges(
    trx: Db,
    deps: Pick<Deps, 'clock' | 'ids'>,
    { target, integrationId, variant }: { target: ConnectionTarget; integrationId: string; variant: string },
    written: WrittenChanges
): Promise<void> {
    const { environmentId, integrationKey: providerConfigKey, connectionId } = target;
    const events = Object.entries(written).flatMap(([model, { ids }]) =>
        (['added', 'updated', 'deleted'] as const).flatMap((action) =>
            ids[action].map((recordId) => ({
                connectionId,
                content: {
                    type: 'record.changed' as const,
                    connectionId,
                    providerConfigKey,
                    model,
                    variant,
                    recordId,
                    action,
                    origin: 'vendor' as const
                }
            }))
        )
    );
    await recordEventOfEach(trx, deps, { environmentId, integrationId }, events);
}
