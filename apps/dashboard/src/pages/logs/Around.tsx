import { getIntegrationStatus, listLogs } from '@patchbay/contracts/dashboard';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useEnvironment, useRead } from '../../api/use-api.ts';
import { useAppOf } from '../../parts/App.tsx';
import type { LogDetail } from './why.ts';

const dayMs = 24 * 3_600_000;
const recentMs = 3_600_000;
/** What the caller got wrong has nothing to do with how the app is. */
const ofCaller: readonly (number | null)[] = [400, 404, 405, 409, 413, 415, 422];
const most = 100;

/** Whether this request alone failed: the state of its app now, and how often others fail alike. */
export function Around({ entry }: { entry: LogDetail }) {
    const { integration_id: integration, failed, kind } = entry;
    if (!failed || integration === null) return null;
    return (
        <>
            {kind === 'proxy' && !ofCaller.includes(entry.status) && <AppNow integration={integration} startedAt={entry.started_at} />}
            <SameResult entry={entry} integration={integration} />
        </>
    );
}

/** What is known of the app by all its traffic, where that explains a request of just now. */
function AppNow({ integration, startedAt }: { integration: string; startedAt: string }) {
    const environment = useEnvironment();
    const [isRecent] = useState(() => Date.now() - Date.parse(startedAt) < recentMs);
    const { data } = useRead(getIntegrationStatus, { params: { id: integration }, query: { hours: 1 } }, { enabled: isRecent });
    const status = data?.data;
    if (status?.state !== 'down' && status?.state !== 'degraded') return null;
    return (
        <p>
            {`It is not this request alone. ${status.evidence.join(' ')} `}
            <Link to="/$environment/status" params={{ environment }} className="text-accent-text underline">
                See the status
            </Link>
        </p>
    );
}

function SameResult({ entry: { id, started_at: startedAt, status, kind }, integration }: { entry: LogDetail; integration: string }) {
    const environment = useEnvironment();
    const appOf = useAppOf();
    const result = status === null ? { failed: 'true' as const } : { status: String(status) };
    const since = new Date(Date.parse(startedAt) - dayMs).toISOString();
    const until = new Date(Date.parse(startedAt) + dayMs).toISOString();
    const { data } = useRead(listLogs, { query: { integration_id: integration, kind, ...result, since, until, limit: most } });
    const count = data?.data.filter((other) => other.id !== id && other.status === status).length ?? 0;
    if (count === 0) return null;
    const words = data?.next_cursor === null ? count.toLocaleString() : `More than ${count.toLocaleString()}`;
    return (
        <p>
            <Link
                to="/$environment/logs"
                params={{ environment }}
                search={{ integration, kind, status: status === null ? 'failed' : String(status), since, until }}
                className="text-accent-text underline"
            >
                {`${words} more of ${appOf(integration).name} ended the same way`}
            </Link>{' '}
            within a day.
        </p>
    );
}
