import { Button } from '../../parts/Button.tsx';
import { Dialog, DialogActions } from '../../parts/Dialog.tsx';
import { ErrorNotice } from '../../parts/Notice.tsx';
import { customerOf, nameOf, recordsWords, type Sync } from './search.ts';
import { useSyncActions } from './use-sync-actions.ts';

/** Deletes what was read and reads it again: what follows from it is said in numbers first. */
export function RestartDialog({ sync, onClose, onStarted }: { sync: Sync; onClose: () => void; onStarted: () => void }) {
    const change = useSyncActions();
    const records = recordsWords(sync.records);
    return (
        <Dialog title={`Delete the ${records} of ${nameOf(sync)} of ${customerOf(sync)}?`} onClose={onClose}>
            {change.error && <ErrorNotice error={change.error} />}
            <p>
                The sync reads everything again, from the beginning. Your app gets {sync.records === 0 ? 'all records' : `all ${records}`}{' '}
                as new.
            </p>
            <DialogActions>
                <Button onClick={onClose}>Cancel</Button>
                <Button
                    look="danger"
                    isBusy={change.isPending}
                    onClick={() => change.mutate({ action: 'empty', syncs: [sync] }, { onSuccess: onStarted })}
                >
                    Delete and start again
                </Button>
            </DialogActions>
        </Dialog>
    );
}
