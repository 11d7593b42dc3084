import { listLogs } from '@patchbay/contracts/dashboard';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useEnvironment, useRead } from '../../api/use-api.ts';
import { RateBudgets } from '../../charts/RateBudgets.tsx';
import { isSettled, useHeldRows } from '../../parts/held-rows.ts';
import { NewRows } from '../../parts/NewRows.tsx';
import { ErrorNotice } from '../../parts/Notice.tsx';
import { Card, EmptyState, SkeletonRows } from '../../parts/Page.tsx';
import { LogTable } from '../logs/LogTable.tsx';
import { useConnectionKey } from './connection.ts';

const ConnectionTraffic = lazy(() => import('../../charts/ConnectionTraffic.tsx'));

/** How much was sent to the provider for the connection over time, and what, newest first. */
export function RequestsTab() {
    const { integration, connection } = useConnectionKey();
    return (
        <>
            <Suspense fallback={<SkeletonRows count={1} height={280} />}>
                <ConnectionTraffic integration={integration} connection={connection} />
            </Suspense>
            <RateBudgets integration={integration} connection={connection} />
            <Newest />
        </>
    );
}

function Newest() {
    const environment = useEnvironment();
    const { integration, connection } = useConnectionKey();
    const query = useRead(listLogs, {
        query: { connection_id: connection, integration_id: integration, limit: 25 }
    });
    const { data, error, refetch, isPending } = query;
    const entries = data?.data ?? [];
    const held = useHeldRows(entries, { list: JSON.stringify([environment, integration, connection]), isCurrent: isSettled(query) });
    return (
        <Card
            title="Requests to the provider"
            actions={
                <Link
                    to="/$environment/logs"
                    params={{ environment }}
                    search={{ connection, integration, range: 'all' }}
                    className="text-accent-text"
                >
                    All of them
                </Link>
            }
        >
            {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
            {isPending && <SkeletonRows count={3} />}
            <NewRows count={held.waiting} onShow={held.show} />
            {data && entries.length === 0 && (
                <EmptyState>Nothing was requested yet, or nothing in the time that requests are kept.</EmptyState>
            )}
            {entries.length > 0 && <LogTable entries={entries.slice(held.waiting)} />}
        </Card>
    );
}
