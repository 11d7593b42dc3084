import { listSecretKeys, rotateSecretKey } from '@patchbay/contracts/dashboard';
import { useState } from 'react';
import { useChange } from '../../../api/use-api.ts';
import { Button } from '../../../parts/Button.tsx';
import { RadioField } from '../../../parts/Choice.tsx';
import { Dialog, DialogActions } from '../../../parts/Dialog.tsx';
import { ErrorNotice } from '../../../parts/Notice.tsx';
import { SecretOnceDialog } from '../../../parts/SecretOnce.tsx';
import { Time } from '../../../parts/Time.tsx';
import type { SecretKey } from './key.ts';

const untilUsed = 'until_used';

const overlaps = [
    { value: '0', name: 'Stop it now', help: 'It was leaked. Sessions and share links that it made end too.' },
    { value: '86400', name: 'For 24 hours' },
    { value: '604800', name: 'For 7 days' },
    {
        value: untilUsed,
        name: 'Until the new one is used',
        help: 'And an hour longer, in which all your servers can take it. After 30 days it ends in any case.'
    }
] as const;

export function RotateDialog({ secretKey, onClose }: { secretKey: SecretKey; onClose: () => void }) {
    const [overlap, setOverlap] = useState('86400');
    const rotate = useChange(rotateSecretKey, [listSecretKeys]);
    const name = secretKey.display_name;
    if (rotate.data)
        return (
            <SecretOnceDialog title={`The new key “${name}”`} what="key" secret={rotate.data.data.secret} onClose={onClose}>
                <p>{afterwards(overlap, rotate.data.data.old_key_valid_until)}</p>
            </SecretOnceDialog>
        );
    return (
        <Dialog title={`Rotate “${name}”`} onClose={onClose}>
            {rotate.error && <ErrorNotice error={rotate.error} />}
            <p>
                You get a new key with the same scopes. The old one was last used <Time at={secretKey.last_used_at} />.
            </p>
            <RadioField label="Keep the old key working" value={overlap} onChange={setOverlap} options={overlaps} />
            <DialogActions>
                <Button onClick={onClose}>Cancel</Button>
                <Button
                    look="primary"
                    isBusy={rotate.isPending}
                    onClick={() =>
                        rotate.mutate({
                            params: { key_id: secretKey.id },
                            body: { old_key_valid_for: overlap === untilUsed ? untilUsed : Number(overlap) }
                        })
                    }
                >
                    Rotate
                </Button>
            </DialogActions>
        </Dialog>
    );
}

function afterwards(overlap: string, until: string) {
    if (overlap === '0') return 'The old key has stopped working.';
    if (overlap === untilUsed)
        return (
            <>
                The old key works until an hour after the first request with the new one, and ends <Time at={until} /> in any case. From its
                first use on you can give it more time.
            </>
        );
    return (
        <>
            The old key ends <Time at={until} />. Its last use is shown in the list: when it falls silent, you can stop it sooner, and until
            then give it more time.
        </>
    );
}
