import { listConnections, listIssues, summarizeHealth } from '@patchbay/contracts/dashboard';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useEnvironment, useRead } from '../../api/use-api.ts';
import { useAppOf } from '../../parts/App.tsx';
import { buttonClass } from '../../parts/Button.tsx';
import { ErrorNotice } from '../../parts/Notice.tsx';
import { Card, Page, SkeletonRows } from '../../parts/Page.tsx';
import { Status } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';

// Only an environment without connections loads it.
const FirstConnection = lazy(() => import('./FirstConnection.tsx'));
const TrafficCharts = lazy(() => import('../../charts/TrafficCharts.tsx'));
// With its menus: where there is no issue, it is not loaded.
const IssueList = lazy(() => import('../../issues/IssueList.tsx'));

export function HomePage() {
    const connections = useRead(listConnections, { query: { limit: 1 } });
    const isEmpty = connections.data && connections.data.connections.length === 0;
    return (
        <Page title="Home">
            <Beginning isEmpty={isEmpty === true} />
            <Attention isEmpty={isEmpty} />
            {isEmpty === false && (
                <Suspense fallback={<SkeletonRows count={2} height={280} />}>
                    <TrafficCharts />
                </Suspense>
            )}
        </Page>
    );
}

/** The way to the first connection, where there is none. */
function Beginning({ isEmpty }: { isEmpty: boolean }) {
    // It stays once begun: its own connection ends the emptiness.
    const [isBegun, setBegun] = useState(false);
    return isBegun || isEmpty ? (
        <Suspense fallback={<SkeletonRows count={3} height={72} />}>
            <FirstConnection onBegin={() => setBegun(true)} />
        </Suspense>
    ) : null;
}

/**
 * What needs a person.
 * @param isEmpty nothing is connected, so nothing works either; undefined: not known yet
 */
function Attention({ isEmpty }: { isEmpty: boolean | undefined }) {
    const environment = useEnvironment();
    const issues = useRead(listIssues, { query: { status: 'open' } }, { refetchInterval: 10_000 });
    const muted = useRead(listIssues, { query: { status: 'muted', limit: 100 } }, { refetchInterval: 10_000 });
    const health = useRead(summarizeHealth, {}, { refetchInterval: 10_000 });
    const [isListed, setListed] = useState(false);
    const isBroken = ({ rule }: { rule: string }) => rule === 'connection_broken';
    const mutedApps = new Set(muted.data?.data.filter(isBroken).map(({ integration_id: id }) => id));
    const outages = health.data?.data.outages.filter(
        ({ status, integration_id: id }) => status === 'needs_reconnect' && !mutedApps.has(id)
    );
    // Of more than 100 outages the list has the largest, and the count has all.
    const listed = outages?.reduce((sum, { count }) => sum + count, 0) ?? 0;
    const broken = mutedApps.size > 0 ? listed : (health.data?.data.counts.needs_reconnect ?? 0);
    const error = issues.error ?? health.error;
    if (error) return <ErrorNotice error={error} onRetry={() => void Promise.all([issues.refetch(), health.refetch()])} />;
    // The health of connections says it better, and sooner.
    const others = issues.data?.data.filter((issue) => !isBroken(issue)) ?? [];
    // It stays after its last one is muted, which it says and undoes.
    if ((others.length > 0 || broken > 0) && !isListed) setListed(true);
    const mutedCount = muted.data?.data.length ?? 0;
    if (isEmpty === true && mutedCount === 0 && !isListed) return null;
    return (
        <Card
            title="Needs attention"
            actions={
                mutedCount > 0 && (
                    <Link to="/$environment/status" params={{ environment }} search={{ issues: 'muted' }} className="text-accent-text">
                        {mutedCount === 1 ? '1 muted issue' : `${mutedCount.toLocaleString()} muted issues`}
                    </Link>
                )
            }
        >
            {(issues.isPending || health.isPending || isEmpty === undefined) && <SkeletonRows count={3} height={56} />}
            {isListed && (
                <Suspense fallback={<SkeletonRows count={others.length + (broken > 0 ? 1 : 0)} height={64} />}>
                    <IssueList
                        issues={others}
                        lead={
                            broken > 0
                                ? {
                                      text: <Broken count={broken} outages={outages ?? []} />,
                                      link: <Review />,
                                      issues: issues.data?.data.filter(isBroken) ?? []
                                  }
                                : undefined
                        }
                    />
                </Suspense>
            )}
            {issues.data && health.data && others.length === 0 && broken === 0 && isEmpty !== undefined && (
                <p className="flex flex-wrap items-center gap-x-3 px-4 py-4">
                    <Status kind={isEmpty ? 'unknown' : 'working'}>{calmWords(isEmpty, mutedCount > 0)}</Status>
                    <span className="text-text-2">
                        Last checked <Time at={new Date(Math.min(issues.dataUpdatedAt, health.dataUpdatedAt)).toISOString()} />.
                    </span>
                </p>
            )}
        </Card>
    );
}

function calmWords(isEmpty: boolean, hasMuted: boolean): string {
    if (isEmpty) return 'Nothing else needs attention.';
    return hasMuted ? 'Everything else is working.' : 'Everything is working.';
}

function Broken({ count, outages }: { count: number; outages: readonly { integration_id: string; count: number }[] }) {
    const appOf = useAppOf();
    const counts = new Map<string, number>();
    for (const { integration_id: id, count: some } of outages) counts.set(id, (counts.get(id) ?? 0) + some);
    return (
        <>
            <Status kind="broken">
                {count === 1 ? '1 connection needs reconnecting' : `${count.toLocaleString()} connections need reconnecting`}
            </Status>
            <p className="text-text-2 [overflow-wrap:anywhere]">
                {[...counts].map(([id, some]) => `${appOf(id).name} ${some.toLocaleString()}`).join(' · ')}
            </p>
        </>
    );
}

function Review() {
    const environment = useEnvironment();
    return (
        <Link
            to="/$environment/connections"
            params={{ environment }}
            search={{ status: 'needs_reconnect' }}
            className={buttonClass('primary')}
        >
            Review
        </Link>
    );
}
