import { listLinkActivity, sendReconnectLinks } from '@patchbay/contracts/dashboard';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callInstance } from '../../api/client.ts';
import { keyOf, useEnvironment } from '../../api/use-api.ts';
import { Button } from '../../parts/Button.tsx';
import { RadioField } from '../../parts/Choice.tsx';
import { Dialog, DialogActions } from '../../parts/Dialog.tsx';
import { ErrorNotice, Notice } from '../../parts/Notice.tsx';
import { Time } from '../../parts/Time.tsx';
import { batchesOf, lifetimes, type LinksProps, longest, needWords } from './reconnect-links.ts';

interface Sent {
    sent: number;
    /** Left out: a link was sent for them. */
    before: { count: number; at: string; by: string | null } | undefined;
}

const nothing: Sent = { sent: 0, before: undefined };

/** Sends the product an event for each connection, with its link. */
export function SendLinksDialog({ integration, connections, count, onClose }: LinksProps) {
    const environment = useEnvironment();
    const client = useQueryClient();
    const [seconds, setSeconds] = useState(longest);
    const [state, setState] = useState<'idle' | 'running' | 'done'>('idle');
    const [result, setResult] = useState(nothing);
    const [error, setError] = useState<unknown>();
    const send = async (until: string | undefined) => {
        setState('running');
        setError(undefined);
        let sum = nothing;
        for (const chosen of batchesOf(integration, connections)) {
            let before: number | undefined;
            do {
                const more = { ...(before !== undefined && { before }), ...(until !== undefined && { sent_until: until }) };
                const body = { environment, expires_in: Number(seconds), ...chosen, ...more };
                const { data } = await callInstance(sendReconnectLinks, { body });
                sum = { sent: sum.sent + data.sent, before: latest(sum.before, data.sent_before) };
                setResult(sum);
                before = data.next ?? undefined;
            } while (before !== undefined);
        }
        setState('done');
        await client.invalidateQueries({ queryKey: keyOf(environment, listLinkActivity) });
    };
    const begin = (until?: string) =>
        void send(until).catch((failure: unknown) => {
            setError(failure);
            setState('idle');
        });
    return (
        <Dialog title="Send links by webhook" {...(state !== 'running' && { onClose })}>
            {error !== undefined && <ErrorNotice error={error} />}
            {state === 'done' ? (
                <Outcome {...result} onAgain={begin} />
            ) : (
                <>
                    <p>
                        {needWords({ integration, connections, count })} Your product gets the event <code>connection.reconnect_link</code>{' '}
                        for each, with the link and its end user, and sends it on. Ids, metadata and settings stay the same when they
                        reconnect.
                    </p>
                    <RadioField label="The links work for" value={seconds} onChange={setSeconds} options={lifetimes} />
                    {state === 'running' && <p role="status">{result.sent.toLocaleString()} links so far…</p>}
                </>
            )}
            <DialogActions>
                {state !== 'running' && <Button onClick={onClose}>{state === 'done' ? 'Done' : 'Cancel'}</Button>}
                {state !== 'done' && (
                    <Button look="primary" isBusy={state === 'running'} onClick={() => begin()}>
                        Send the links
                    </Button>
                )}
            </DialogActions>
        </Dialog>
    );
}

function latest(one: Sent['before'], other: Sent['before'] | null): Sent['before'] {
    if (!one || !other) return one ?? other ?? undefined;
    return { ...(one.at > other.at ? one : other), count: one.count + other.count };
}

function Outcome({ sent, before, onAgain }: Sent & { onAgain: (until: string) => void }) {
    return (
        <>
            {(sent > 0 || !before) && (
                <Notice tone="ok">
                    {sent === 0
                        ? 'Every connection works again: there is no link to send.'
                        : `${sent === 1 ? '1 link is' : `${sent.toLocaleString()} links are`} on the way to your product. Settings, Webhooks shows each delivery.`}
                </Notice>
            )}
            {before && (
                <Notice
                    tone="warn"
                    title={before.count === 1 ? '1 connection was left out' : `${before.count.toLocaleString()} connections were left out`}
                    actions={<Button onClick={() => onAgain(before.at)}>Send theirs again</Button>}
                >
                    {before.by ?? 'A member of the team'} has sent {before.count === 1 ? 'its link' : 'their links'} <Time at={before.at} />
                    , and {before.count === 1 ? 'it still works' : 'they still work'}.
                </Notice>
            )}
        </>
    );
}
