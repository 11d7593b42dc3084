import {
    countConnections,
    countSyncs,
    getConnection,
    getFunctionRun,
    getIssue,
    getSyncStatus,
    liveTopics,
    type LiveTopic,
    listAlertChannels,
    listAttempts,
    listAuditEntries,
    listConnectionTimeline,
    listConnections,
    listFunctionRuns,
    listFunctions,
    listIntegrations,
    listIssues,
    listIntegrationStatus,
    listLinkActivity,
    listLogs,
    listSecretKeys,
    listSyncs,
    listWebhookDeliveries,
    listWebhookEndpoints,
    readDashboardSession,
    readHealthHistory,
    readStatusPage,
    summarizeHealth
} from '@patchbay/contracts/dashboard';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { countChanges, isLive, setLive } from './live.ts';
import { useSessionState } from './session-state.ts';
import { joinStream, type News } from './shared-stream.ts';
import { useEnvironment } from './use-api.ts';

/** What a page shows of these is old once a topic has changed. */
const routesOf: Record<LiveTopic, readonly { path: string }[]> = {
    requests: [listLogs, listIntegrationStatus, listConnectionTimeline],
    events: [
        listConnections,
        countConnections,
        getConnection,
        summarizeHealth,
        listAttempts,
        listWebhookDeliveries,
        getSyncStatus,
        listIntegrations,
        listConnectionTimeline,
        listLinkActivity,
        readHealthHistory
    ],
    runs: [listFunctionRuns, getFunctionRun, getSyncStatus, listSyncs, countSyncs, listConnectionTimeline],
    issues: [listIssues, getIssue, summarizeHealth, listConnectionTimeline],
    deliveries: [listWebhookDeliveries, listWebhookEndpoints],
    settings: [
        listConnectionTimeline,
        listAuditEntries,
        listSecretKeys,
        listWebhookEndpoints,
        listAlertChannels,
        listIntegrations,
        listFunctions,
        readDashboardSession,
        readStatusPage
    ]
};

const longestHiddenMs = 5 * 60_000;

/**
 * Hears what changes, and reads it anew; not while the tab is hidden for long, or the session has
 * ended.
 * @param exists whether there is the environment
 */
export function useLiveUpdates(exists: boolean): void {
    const environment = useEnvironment();
    const client = useQueryClient();
    const isPossible = useSessionState() === 'valid' && exists;
    useEffect(() => {
        if (!isPossible) return undefined;
        let leave: (() => void) | undefined;
        let hiding: ReturnType<typeof setTimeout> | undefined;
        const refresh = (topics: readonly LiveTopic[]) => {
            const paths = new Set<unknown>(topics.flatMap((topic) => routesOf[topic].map(({ path }) => path)));
            void client.invalidateQueries({
                predicate: ({ queryKey: [of, path], meta }) =>
                    (of === environment || of === '') && paths.has(path) && meta?.['isStill'] !== true
            });
        };
        const hear = (news: News) => {
            if (news.kind === 'changed') {
                countChanges(news.topics);
                refresh(news.topics);
                return;
            }
            if (news.kind === 'opened' || (news.kind === 'open' && !isLive())) refresh(liveTopics);
            setLive(news.kind !== 'lost');
        };
        const pause = () => {
            leave?.();
            leave = undefined;
            setLive(false);
        };
        const onVisibility = () => {
            clearTimeout(hiding);
            if (document.visibilityState === 'visible') leave ??= joinStream(environment, hear);
            else hiding = setTimeout(pause, longestHiddenMs);
        };
        leave = joinStream(environment, hear);
        document.addEventListener('visibilitychange', onVisibility);
        return () => {
            document.removeEventListener('visibilitychange', onVisibility);
            clearTimeout(hiding);
            pause();
        };
    }, [client, environment, isPossible]);
}
