import { useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { RadioField } from '../../parts/Choice.tsx';
import { Dialog, DialogActions } from '../../parts/Dialog.tsx';
import { ErrorNotice } from '../../parts/Notice.tsx';
import { customerOf, nameOf, type Sync } from './search.ts';
import { type SyncAction, useSyncActions } from './use-sync-actions.ts';

const recordsWords = (count: number) => (count === 1 ? '1 record' : `${count.toLocaleString()} records`);

/** Reads everything again: what follows from it is said in numbers first. */
export function RestartDialog({ sync, onClose, onStarted }: { sync: Sync; onClose: () => void; onStarted: () => void }) {
    const [action, setAction] = useState<string>('restart');
    const change = useSyncActions();
    const records = recordsWords(sync.records);
    const chosen: SyncAction = action === 'empty' ? 'empty' : 'restart';
    return (
        <Dialog title={`Start ${nameOf(sync)} of ${customerOf(sync)} again?`} onClose={onClose}>
            {change.error && <ErrorNotice error={change.error} />}
            <RadioField
                label="It reads everything again, from the beginning."
                value={action}
                onChange={setAction}
                options={[
                    {
                        value: 'restart',
                        name: `Keep the ${records}`,
                        help: 'Your app hears of those that have changed, are new or are gone.'
                    },
                    {
                        value: 'empty',
                        name: `Delete the ${records} first`,
                        help: `Your app gets ${sync.records === 0 ? 'all' : `all ${records}`} as new.`
                    }
                ]}
            />
            <DialogActions>
                <Button onClick={onClose}>Cancel</Button>
                <Button
                    look={chosen === 'empty' ? 'danger' : 'primary'}
                    isBusy={change.isPending}
                    onClick={() => change.mutate({ action: chosen, syncs: [sync] }, { onSuccess: onStarted })}
                >
                    {chosen === 'empty' ? 'Delete and start again' : 'Start again'}
                </Button>
            </DialogActions>
        </Dialog>
    );
}
