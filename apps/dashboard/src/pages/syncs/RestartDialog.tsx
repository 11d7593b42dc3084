import { countSyncs, getSyncStatus, listSyncs, triggerSync } from '@patchbay/contracts/dashboard';
import { useChange } from '../../api/use-api.ts';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { customerOf, nameOf, recordsWords, type Sync } from './search.ts';

interface Props {
    sync: Pick<Sync, 'integration_id' | 'connection_id' | 'customer' | 'name' | 'variant' | 'records'>;
    onClose: () => void;
    onStarted: () => void;
}

/** Deletes what was read and reads it again: what follows from it is said in numbers first. */
export function RestartDialog({ sync, onClose, onStarted }: Props) {
    const trigger = useChange(triggerSync, [listSyncs, countSyncs, getSyncStatus]);
    const { integration_id, connection_id, name, variant } = sync;
    const body = {
        provider_config_key: integration_id,
        connection_id,
        syncs: [{ name, variant }],
        opts: { reset: true, emptyCache: true }
    };
    const records = recordsWords(sync.records);
    const customer = customerOf(sync);
    return (
        <ConfirmDialog
            title={`Delete the ${records} of ${nameOf(sync)} of ${customer}?`}
            verb="Delete and start again"
            name={customer}
            change={trigger}
            onClose={onClose}
            onConfirm={() => trigger.mutate({ body }, { onSuccess: onStarted })}
        >
            <p>
                The sync reads everything again, from the beginning. Your app gets {sync.records === 0 ? 'all records' : `all ${records}`}{' '}
                as new.
            </p>
        </ConfirmDialog>
    );
}
