import { deleteConnection, pauseSync, startSync } from '@patchbay/contracts/dashboard';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callEnvironment } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { useEnvironment } from '../../api/use-api.ts';
import { Button } from '../../parts/Button.tsx';
import { BulkDialog } from './BulkDialog.tsx';
import { ReconnectDialog } from './ReconnectDialog.tsx';
import type { Selection } from './selection.ts';
import { SendLinksDialog } from './SendLinksDialog.tsx';
import { useMaySend } from './use-may-send.ts';

type Action = 'reconnect' | 'send' | 'pause' | 'resume' | 'delete';

/** What can be done with all that are selected, wherever they are in the list. */
export function BulkActions({ selection, onClear }: { selection: Selection; onClear: () => void }) {
    const mayLink = useMay('environment:connect_sessions:write').reason;
    const mayPause = useMay('environment:syncs:write').reason;
    const mayDelete = useMay('environment:connections:write').reason;
    const [open, setOpen] = useState<Action>();
    const maySend = useMaySend();
    const isLinkable = [...selection.values()].some(({ health }) => health.status === 'needs_reconnect');
    if (selection.size === 0 && open === undefined) return null;
    return (
        <>
            <div
                role="group"
                aria-label="Selected connections"
                className="sticky bottom-20 z-[2] flex flex-wrap items-center gap-2 rounded-card border border-control bg-surface p-3 shadow-raised md:bottom-4"
            >
                <p role="status" className="me-auto font-semibold">
                    {selection.size.toLocaleString()} selected
                </p>
                <Button
                    blockedBecause={mayLink ?? (isLinkable ? undefined : 'None of them needs reconnecting.')}
                    onClick={() => setOpen('reconnect')}
                >
                    Make reconnect links
                </Button>
                <Button
                    blockedBecause={maySend ?? (isLinkable ? undefined : 'None of them needs reconnecting.')}
                    onClick={() => setOpen('send')}
                >
                    Send by webhook
                </Button>
                <Button blockedBecause={mayPause} onClick={() => setOpen('pause')}>
                    Pause syncs
                </Button>
                <Button blockedBecause={mayPause} onClick={() => setOpen('resume')}>
                    Resume syncs
                </Button>
                <Button look="danger" blockedBecause={mayDelete} onClick={() => setOpen('delete')}>
                    Delete…
                </Button>
                <Button look="quiet" onClick={onClear}>
                    Clear
                </Button>
            </div>
            {open !== undefined && <OpenDialog action={open} selection={selection} onClear={onClear} onClose={() => setOpen(undefined)} />}
        </>
    );
}

interface DialogProps {
    action: Action;
    selection: Selection;
    onClear: () => void;
    onClose: () => void;
}

function OpenDialog({ action, selection, onClear, onClose }: DialogProps) {
    const environment = useEnvironment();
    const client = useQueryClient();
    // What is done to them may end the selection, and the dialog still names them.
    const [connections] = useState(() => [...selection.values()]);
    const call = callEnvironment(environment);
    const refresh = () => void client.invalidateQueries({ queryKey: [environment] });
    const parts = { connections, onEnd: refresh, onClose };
    const many = connections.length === 1 ? '1 connection' : `${connections.length.toLocaleString()} connections`;
    if (action === 'reconnect' || action === 'send') {
        const broken = connections.filter(({ health }) => health.status === 'needs_reconnect');
        const Links = action === 'send' ? SendLinksDialog : ReconnectDialog;
        return <Links integration={undefined} connections={broken} count={broken.length} onClose={onClose} />;
    }
    if (action === 'delete')
        return (
            <BulkDialog
                {...parts}
                title={`Delete ${many}?`}
                verb="Delete"
                done="deleted"
                isDanger
                act={({ connection_id: id, provider_config_key: key }) =>
                    call(deleteConnection, { params: { connection_id: id }, query: { provider_config_key: key } })
                }
                onEnd={() => {
                    onClear();
                    refresh();
                }}
            >
                <p>
                    Deletes the saved sign-ins and the records of {many}. Access is revoked at the provider where it can be done. Their end
                    users have to connect again.
                </p>
            </BulkDialog>
        );
    const isPausing = action === 'pause';
    return (
        <BulkDialog
            {...parts}
            title={`${isPausing ? 'Pause' : 'Resume'} the syncs of ${many}?`}
            verb={isPausing ? 'Pause' : 'Resume'}
            done={isPausing ? 'paused' : 'resumed'}
            act={({ connection_id: id, provider_config_key: key }) => {
                const input = { body: { syncs: [], provider_config_key: key, connection_id: id } };
                return isPausing ? call(pauseSync, input) : call(startSync, input);
            }}
        >
            <p>
                {isPausing
                    ? 'Runs under way stop, and what they have written stays. Nothing is read until the syncs are resumed.'
                    : 'Each sync runs at once, from where it stopped.'}
            </p>
        </BulkDialog>
    );
}
