import { rotateWebhookEndpointKey, listWebhookEndpoints } from '@patchbay/contracts/dashboard';
import { useState } from 'react';
import { useChange } from '../../../api/use-api.ts';
import { Button } from '../../../parts/Button.tsx';
import { RadioField } from '../../../parts/Choice.tsx';
import { Dialog, DialogActions } from '../../../parts/Dialog.tsx';
import { ErrorNotice } from '../../../parts/Notice.tsx';
import { SecretOnceDialog } from '../../../parts/SecretOnce.tsx';
import { Time } from '../../../parts/Time.tsx';

const overlaps = [
    { value: '0', name: 'Stop signing with it now', help: 'It was leaked.' },
    { value: '86400', name: 'For 24 hours' },
    { value: '604800', name: 'For 7 days' }
];

export function RotateSigningKeyDialog({ endpointId, name, onClose }: { endpointId: string; name: string; onClose: () => void }) {
    const [overlap, setOverlap] = useState('86400');
    const rotate = useChange(rotateWebhookEndpointKey, [listWebhookEndpoints]);
    if (rotate.data)
        return (
            <SecretOnceDialog title="The new signing key" what="signing key" secret={rotate.data.data.signing_key} onClose={onClose}>
                <p>
                    Until <Time at={rotate.data.data.old_key_valid_until} /> both keys sign what is sent, so that you can change it without
                    a gap.
                </p>
            </SecretOnceDialog>
        );
    return (
        <Dialog title={`Rotate the signing key of ${name}`} onClose={onClose}>
            {rotate.error && <ErrorNotice error={rotate.error} />}
            <RadioField label="Sign with the old key too" value={overlap} onChange={setOverlap} options={overlaps} />
            <DialogActions>
                <Button onClick={onClose}>Cancel</Button>
                <Button
                    look="primary"
                    isBusy={rotate.isPending}
                    onClick={() => rotate.mutate({ params: { endpoint_id: endpointId }, body: { old_key_valid_for: Number(overlap) } })}
                >
                    Rotate
                </Button>
            </DialogActions>
        </Dialog>
    );
}
