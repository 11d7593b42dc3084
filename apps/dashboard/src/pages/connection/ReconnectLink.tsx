import { createReconnectLinks, listLinkActivity } from '@patchbay/contracts/dashboard';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { useChange } from '../../api/use-api.ts';
import { Button } from '../../parts/Button.tsx';
import { CopyButton } from '../../parts/Copy.tsx';
import { Dialog, DialogActions } from '../../parts/Dialog.tsx';
import { linkLifetimes, Lifetime } from '../../parts/Lifetime.tsx';
import { ErrorNotice } from '../../parts/Notice.tsx';
import { useFirstFocus } from '../../parts/use-first-focus.ts';
import { useConnectionKey } from './connection.ts';

/** Makes the link by which the end user reconnects. @param props.isHealthy the connection works */
export function ReconnectLink({ isHealthy = false }: { isHealthy?: boolean }) {
    const { integration, connection } = useConnectionKey();
    const { may, reason } = useMay('environment:connect_sessions:write');
    const makeLink = useChange(createReconnectLinks, [listLinkActivity]);
    const [link, setLink] = useState<string>();
    const [seconds, setSeconds] = useState(linkLifetimes[0].seconds);
    const body = {
        integration_id: integration,
        connection_ids: [connection],
        expires_in: seconds,
        ...(isHealthy && { include_healthy: true })
    };
    return (
        <>
            {makeLink.error && <ErrorNotice error={makeLink.error} />}
            <div className="mt-3 flex flex-wrap items-center gap-2">
                {link === undefined ? (
                    <>
                        <Lifetime seconds={seconds} onChange={setSeconds} />
                        <Button
                            look="primary"
                            isBusy={makeLink.isPending}
                            blockedBecause={may ? undefined : reason}
                            onClick={() => makeLink.mutate({ body }, { onSuccess: ({ data }) => setLink(data.links[0]?.url) })}
                        >
                            Make a reconnect link
                        </Button>
                    </>
                ) : (
                    <MadeLink link={link} />
                )}
            </div>
        </>
    );
}

/** It takes the focus of the button that made it. */
function MadeLink({ link }: { link: string }) {
    const copy = useFirstFocus<HTMLButtonElement>();
    return (
        <>
            <code className="max-w-full rounded-control bg-surface px-2 py-1 [overflow-wrap:anywhere]">{link}</code>
            <CopyButton ref={copy} text={link} look="primary">
                Copy reconnect link
            </CopyButton>
            <a href={link} target="_blank" rel="noreferrer" className="text-accent-text underline">
                Open it here
            </a>
        </>
    );
}

interface Props {
    name: string;
    app: string;
    /** Permissions that the end user has not given. */
    missingScopes: readonly string[];
    onClose: () => void;
}

/** For a connection that works. */
export function ReconnectLinkDialog({ name, app, missingScopes, onClose }: Props) {
    return (
        <Dialog title={`Let ${name} reconnect`} onClose={onClose}>
            <p>
                The connection works. By a link, {name} can sign in to {app} again, such as to grant further permissions. Its id, metadata
                and settings stay, and it works as before until then.
            </p>
            {missingScopes.length > 0 && <p>Not given so far: {missingScopes.join(', ')}.</p>}
            <p className="text-text-2">
                The link works once. Where {app} says which account signs in, it has to be the one that is connected.
            </p>
            <ReconnectLink isHealthy />
            <DialogActions>
                <Button onClick={onClose}>Done</Button>
            </DialogActions>
        </Dialog>
    );
}
