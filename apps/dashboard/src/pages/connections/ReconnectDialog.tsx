import type { createReconnectLinks as createContract } from '@patchbay/contracts';
import { createReconnectLinks, listLinkActivity, type SuccessOut } from '@patchbay/contracts/dashboard';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callEnvironment } from '../../api/client.ts';
import { keyOf, useEnvironment } from '../../api/use-api.ts';
import { Button } from '../../parts/Button.tsx';
import { RadioField } from '../../parts/Choice.tsx';
import { download, toCsv } from '../../parts/csv.ts';
import { Dialog, DialogActions } from '../../parts/Dialog.tsx';
import { ErrorNotice, Notice } from '../../parts/Notice.tsx';
import { batchesOf, lifetimes, type LinksProps, longest, mostLinks, needWords } from './reconnect-links.ts';

type Link = SuccessOut<typeof createContract>['data']['links'][number];

/** Makes a link for each end user of an outage, as a file for whatever sends them. */
export function ReconnectDialog({ integration, connections, count, onClose }: LinksProps) {
    const environment = useEnvironment();
    const client = useQueryClient();
    const [seconds, setSeconds] = useState(longest);
    const [made, setMade] = useState(0);
    const [state, setState] = useState<'idle' | 'running' | 'done'>('idle');
    const [error, setError] = useState<unknown>();
    const run = async () => {
        setState('running');
        setError(undefined);
        const links: Link[] = [];
        for (const chosen of batchesOf(integration, connections)) {
            let before: number | undefined;
            do {
                const body = { expires_in: Number(seconds), limit: mostLinks, ...chosen, ...(before !== undefined && { before }) };
                const { data } = await callEnvironment(environment)(createReconnectLinks, { body });
                links.push(...data.links);
                setMade(links.length);
                before = data.next ?? undefined;
            } while (before !== undefined);
        }
        await client.invalidateQueries({ queryKey: keyOf(environment, listLinkActivity) });
        download('reconnect-links.csv', 'text/csv', toCsv([columns, ...links.map(rowOf)]));
        setState('done');
    };
    return (
        <Dialog title="Links to reconnect" onClose={onClose}>
            {error !== undefined && <ErrorNotice error={error} />}
            {state === 'done' ? (
                <Made count={made} />
            ) : (
                <>
                    <p>
                        {needWords({ integration, connections, count })} You get a file with a link for each, and its end user, to send by
                        your own mail. Ids, metadata and settings stay the same when they reconnect.
                    </p>
                    <RadioField label="The links work for" value={seconds} onChange={setSeconds} options={lifetimes} />
                    {state === 'running' && <p role="status">{made.toLocaleString()} links so far…</p>}
                </>
            )}
            <DialogActions>
                <Button onClick={onClose}>{state === 'done' ? 'Done' : 'Cancel'}</Button>
                {state !== 'done' && (
                    <Button
                        look="primary"
                        isBusy={state === 'running'}
                        onClick={() =>
                            void run().catch((failure: unknown) => {
                                setError(failure);
                                setState('idle');
                            })
                        }
                    >
                        Make the links
                    </Button>
                )}
            </DialogActions>
        </Dialog>
    );
}

function Made({ count }: { count: number }) {
    return (
        <Notice tone="ok">
            {count === 0
                ? 'Every connection works again: there is no link to send.'
                : `${count.toLocaleString()} links are in the file reconnect-links.csv, each with whom to send it to. Each works for its own connection, and no more once that works again.`}
        </Notice>
    );
}

const columns = ['customer', 'email', 'end_user_id', 'integration_id', 'connection_id', 'broken_since', 'cause', 'link', 'expires_at'];

function rowOf({ end_user: person, integration_id, connection_id, health, url, expires_at }: Link): string[] {
    return [
        person?.display_name ?? person?.organization?.display_name ?? '',
        person?.email ?? '',
        person?.id ?? '',
        integration_id,
        connection_id,
        health.since ?? '',
        health.cause?.message ?? '',
        url,
        expires_at
    ];
}
