import { createReconnectLinks, listLinkActivity } from '@patchbay/contracts/dashboard';
import { useState } from 'react';
import { useChange } from '../api/use-api.ts';
import { ActionDialog } from '../pages/connections/ActionDialog.tsx';
import { nameOf } from '../pages/connections/names.ts';
import type { Connection } from '../pages/connections/use-connection-rows.ts';
import { Button } from '../parts/Button.tsx';
import { CopyButton } from '../parts/Copy.tsx';
import { Dialog, DialogActions } from '../parts/Dialog.tsx';
import { Lifetime, linkLifetimes } from '../parts/Lifetime.tsx';
import { ErrorNotice } from '../parts/Notice.tsx';
import type { Task } from './palette-result.ts';

/** Asks before it does what the search was told to. */
export default function TaskDialog({ task: { action, connections }, onClose }: { task: Task; onClose: () => void }) {
    const [first] = connections;
    if (action !== 'link') return <ActionDialog action={action} selected={connections} onClose={onClose} />;
    return first && <LinkDialog connection={first} onClose={onClose} />;
}

function LinkDialog({ connection, onClose }: { connection: Connection; onClose: () => void }) {
    const make = useChange(createReconnectLinks, [listLinkActivity]);
    const [seconds, setSeconds] = useState(linkLifetimes[0].seconds);
    const { connection_id: id, provider_config_key: integration } = connection;
    const link = make.data?.data.links[0]?.url;
    return (
        <Dialog title={`A link for ${nameOf(connection)} to reconnect ${integration}`} onClose={onClose}>
            {make.error && <ErrorNotice error={make.error} />}
            {make.data && link === undefined && <p>It works again: no link is needed.</p>}
            {link !== undefined && <code className="rounded-control bg-sunken px-2 py-1 [overflow-wrap:anywhere]">{link}</code>}
            {!make.data && <Lifetime seconds={seconds} onChange={setSeconds} />}
            <DialogActions>
                <Button onClick={onClose}>{make.data ? 'Done' : 'Cancel'}</Button>
                {link !== undefined && (
                    <CopyButton text={link} look="primary">
                        Copy reconnect link
                    </CopyButton>
                )}
                {!make.data && (
                    <Button
                        look="primary"
                        isBusy={make.isPending}
                        onClick={() => make.mutate({ body: { integration_id: integration, connection_ids: [id], expires_in: seconds } })}
                    >
                        Make a reconnect link
                    </Button>
                )}
            </DialogActions>
        </Dialog>
    );
}
