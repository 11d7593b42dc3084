import { listConnections, listIssues, muteIssue, summarizeHealth } from '@patchbay/contracts/dashboard';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../api/session.ts';
import { useChange, useEnvironment, useRead } from '../../api/use-api.ts';
import { Button, buttonClass } from '../../parts/Button.tsx';
import { ErrorNotice } from '../../parts/Notice.tsx';
import { Card, Page, SkeletonRows } from '../../parts/Page.tsx';
import { Status } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';

// Only an environment without connections loads it.
const FirstConnection = lazy(() => import('./FirstConnection.tsx'));

const hourMs = 3_600_000;

export function HomePage() {
    return (
        <Page title="Home">
            <Beginning />
            <Attention />
        </Page>
    );
}

/** The way to the first connection, where there is none. */
function Beginning() {
    const connections = useRead(listConnections, { query: { limit: 1 } });
    const isEmpty = connections.data?.connections.length === 0;
    // It stays once begun: its own connection ends the emptiness.
    const [isBegun, setBegun] = useState(false);
    return isBegun || isEmpty ? (
        <Suspense fallback={<SkeletonRows count={3} height={72} />}>
            <FirstConnection onBegin={() => setBegun(true)} />
        </Suspense>
    ) : null;
}

/** What needs a person. */
function Attention() {
    const environment = useEnvironment();
    const issues = useRead(listIssues, { query: { status: 'open' } }, { refetchInterval: 10_000 });
    const health = useRead(summarizeHealth, {}, { refetchInterval: 10_000 });
    const { reason } = useMay('environment:alerts:write');
    const mute = useChange(muteIssue, [listIssues]);
    const broken = health.data?.data.counts.needs_reconnect ?? 0;
    const error = issues.error ?? health.error ?? mute.error;
    if (error) return <ErrorNotice error={error} onRetry={() => void Promise.all([issues.refetch(), health.refetch()])} />;
    return (
        <Card title="Needs attention">
            {(issues.isPending || health.isPending) && <SkeletonRows count={3} height={56} />}
            {broken > 0 && (
                <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
                    <div>
                        <Status kind="broken">
                            {broken === 1 ? '1 connection needs reconnecting' : `${broken.toLocaleString()} connections need reconnecting`}
                        </Status>
                        <p className="text-text-2">
                            {health.data?.data.outages
                                .filter(({ status }) => status === 'needs_reconnect')
                                .map(({ integration_id: id, count }) => `${id} ${count.toLocaleString()}`)
                                .join(' · ')}
                        </p>
                    </div>
                    <Link
                        to="/$environment/connections"
                        params={{ environment }}
                        search={{ status: 'needs_reconnect' }}
                        className={buttonClass('primary')}
                    >
                        Review
                    </Link>
                </div>
            )}
            {issues.data?.data
                .filter(({ rule }) => rule !== 'connection_broken')
                .map((issue) => (
                    <div key={issue.id} className="flex flex-wrap items-center justify-between gap-3 border-t border-hairline px-4 py-3">
                        <div className="min-w-0">
                            <Status kind="attention">{issue.title}</Status>
                            <p className="text-text-2">
                                Since <Time at={issue.since} />. {issue.remedy}
                            </p>
                        </div>
                        <Button
                            blockedBecause={reason}
                            onClick={() =>
                                mute.mutate({
                                    params: { issue_id: issue.id },
                                    body: { until: new Date(Date.now() + hourMs).toISOString() }
                                })
                            }
                        >
                            Mute for an hour
                        </Button>
                    </div>
                ))}
            {issues.data?.data.length === 0 && broken === 0 && (
                <p className="px-4 py-4">
                    <Status kind="working">Everything is working.</Status>
                </p>
            )}
        </Card>
    );
}
