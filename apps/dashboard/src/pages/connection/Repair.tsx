import { createReconnectLinks, listLinkActivity } from '@patchbay/contracts/dashboard';
import { useEffect, useRef, useState } from 'react';
import { useMay } from '../../api/session.ts';
import { useChange } from '../../api/use-api.ts';
import { Button } from '../../parts/Button.tsx';
import { CopyButton } from '../../parts/Copy.tsx';
import { linkLifetimes, Lifetime } from '../../parts/Lifetime.tsx';
import { ErrorNotice, Notice } from '../../parts/Notice.tsx';
import { Time } from '../../parts/Time.tsx';
import { useFirstFocus } from '../../parts/use-first-focus.ts';
import type { statusWords } from '../connections/search.ts';
import { useConnectionKey, useHealthHistory } from './connection.ts';

interface Health {
    status: keyof typeof statusWords;
    since: string | null;
    cause: { code: string; message: string } | null;
    action: { code: string; by: string; message: string } | null;
}

/** Why it stopped, and what repairs it. */
export function Repair({ health: { status, since, cause, action } }: { health: Health }) {
    const { integration, connection } = useConnectionKey();
    const { may, reason } = useMay('environment:connect_sessions:write');
    const makeLink = useChange(createReconnectLinks, [listLinkActivity]);
    const [link, setLink] = useState<string>();
    const [seconds, setSeconds] = useState(linkLifetimes[0].seconds);
    const [wasBroken, setWasBroken] = useState(false);
    const isBroken = status === 'needs_reconnect';
    if (isBroken && !wasBroken) setWasBroken(true);
    if (status === 'healthy' && wasBroken) return <Healed />;
    if (status === 'healthy' || cause === null) return null;
    const byEndUser = action?.by === 'end_user';
    return (
        <Notice tone={isBroken ? 'danger' : 'warn'} title={cause.message}>
            <p className="text-text-2">
                Since <Time at={since} none="an unknown time" />. {action?.message}
            </p>
            <Stopped />
            {makeLink.error && <ErrorNotice error={makeLink.error} />}
            {byEndUser && (
                <div className="mt-3 flex flex-wrap items-center gap-2">
                    {link === undefined ? (
                        <>
                            <Lifetime seconds={seconds} onChange={setSeconds} />
                            <Button
                                look="primary"
                                isBusy={makeLink.isPending}
                                blockedBecause={may ? undefined : reason}
                                onClick={() =>
                                    makeLink.mutate(
                                        { body: { integration_id: integration, connection_ids: [connection], expires_in: seconds } },
                                        { onSuccess: ({ data }) => setLink(data.links[0]?.url) }
                                    )
                                }
                            >
                                Make a reconnect link
                            </Button>
                        </>
                    ) : (
                        <MadeLink link={link} />
                    )}
                </div>
            )}
        </Notice>
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

/** It was repaired while its page was open. */
function Healed() {
    const notice = useRef<HTMLDivElement>(null);
    useEffect(() => {
        // What repaired it had the focus, and is gone.
        if (document.activeElement === document.body) notice.current?.focus({ preventScroll: true });
    }, []);
    return (
        <div ref={notice} tabIndex={-1} role="group" aria-label="It works again" className="rounded-card">
            <Notice tone="ok" title="It works again">
                Its id, metadata and settings are the same as before.
            </Notice>
        </div>
    );
}

/** What does not work meanwhile, in numbers. */
function Stopped() {
    const { data } = useHealthHistory();
    const stopped = data?.data.stopped;
    if (!stopped) return null;
    const { failed_requests: failed, more, syncs } = stopped;
    const requests = `${more ? 'More than ' : ''}${failed.toLocaleString()} ${failed === 1 && !more ? 'request has' : 'requests have'} failed since.`;
    return (
        <p className="mt-1 text-text-2">
            {failed === 0 ? 'No request has failed since.' : requests}
            {syncs.length > 0 && ` ${syncs.length === 1 ? 'A sync waits' : `${syncs.length} syncs wait`}: ${syncs.join(', ')}.`}
        </p>
    );
}
