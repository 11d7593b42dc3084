import { extendSecretKey, listSecretKeys } from '@patchbay/contracts/dashboard';
import { useState } from 'react';
import { useChange } from '../../../api/use-api.ts';
import { Button } from '../../../parts/Button.tsx';
import { RadioField } from '../../../parts/Choice.tsx';
import { Dialog, DialogActions } from '../../../parts/Dialog.tsx';
import { ErrorNotice } from '../../../parts/Notice.tsx';
import { Time } from '../../../parts/Time.tsx';
import { type Extension, extensionsOf, type SecretKey } from './key.ts';

const names: Record<string, string> = { '1': 'One hour more', '24': '24 hours more', '168': '7 days more' };

export function ExtendDialog({ secretKey, onClose }: { secretKey: SecretKey; onClose: () => void }) {
    // Of when it was opened: what the reader chose must not change below the pointer.
    const [offered] = useState(() => extensionsOf(secretKey));
    const [chosen, setChosen] = useState(offered.find(({ value }) => value === '24') ?? offered[0]);
    const extend = useChange(extendSecretKey, [listSecretKeys]);
    return (
        <Dialog title={`Extend “${secretKey.display_name}”`} onClose={onClose}>
            {extend.error && <ErrorNotice error={extend.error} />}
            <p>
                The old key ends <Time at={secretKey.expires_at} />. It was last used <Time at={secretKey.last_used_at} />.
            </p>
            <RadioField
                label="Let it work"
                value={chosen?.value ?? ''}
                onChange={(value) => setChosen(offered.find((each) => each.value === value))}
                options={offered.map((each) => ({ value: each.value, name: nameOf(each), help: <EndOf {...each} /> }))}
            />
            <DialogActions>
                <Button onClick={onClose}>Cancel</Button>
                <Button
                    look="primary"
                    isBusy={extend.isPending}
                    onClick={() =>
                        chosen &&
                        extend.mutate({ params: { key_id: secretKey.id }, body: { expires_at: chosen.to } }, { onSuccess: onClose })
                    }
                >
                    Extend
                </Button>
            </DialogActions>
        </Dialog>
    );
}

const nameOf = ({ value, isLatest }: Extension) => (isLatest ? 'As long as it can: 30 days from its rotation' : names[value]);

function EndOf({ to }: Extension) {
    return (
        <>
            Ends <Time at={to} />
        </>
    );
}
