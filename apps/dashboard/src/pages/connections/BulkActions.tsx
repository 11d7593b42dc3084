import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { Button } from '../../parts/Button.tsx';
import { type Action, ActionDialog } from './ActionDialog.tsx';
import type { Selection } from './selection.ts';
import { useMaySend } from './use-may-send.ts';

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
            {open !== undefined && (
                <ActionDialog action={open} selected={[...selection.values()]} onDeleted={onClear} onClose={() => setOpen(undefined)} />
            )}
        </>
    );
}
