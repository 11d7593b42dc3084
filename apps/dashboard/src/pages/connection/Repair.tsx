import { useEffect, useRef, useState } from 'react';
import { Notice } from '../../parts/Notice.tsx';
import { Time } from '../../parts/Time.tsx';
import type { statusWords } from '../connections/search.ts';
import { useHealthHistory } from './connection.ts';
import { ReconnectLink } from './ReconnectLink.tsx';

interface Health {
    status: keyof typeof statusWords;
    since: string | null;
    cause: { code: string; message: string } | null;
    action: { code: string; by: string; message: string } | null;
}

/** Why it stopped, and what repairs it. */
export function Repair({ health: { status, since, cause, action } }: { health: Health }) {
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
            {byEndUser && <ReconnectLink />}
        </Notice>
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
