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
    readHealthHistory,
    summarizeHealth,
    watchEnvironment
} from '@patchbay/contracts/dashboard';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { countChanges, setLive } from './live.ts';
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
        listFunctions
    ]
};

const longestHiddenMs = 5 * 60_000;
/** After a refusal, such as of too many streams. */
const retryMs = 60_000;

function topicsIn(data: unknown): LiveTopic[] {
    const parsed: unknown = typeof data === 'string' ? JSON.parse(data) : undefined;
    return Array.isArray(parsed) ? liveTopics.filter((topic) => parsed.includes(topic)) : [];
}

/** Keeps one stream open, and reads anew what it tells of; not while the tab is hidden for long. */
export function useLiveUpdates(): void {
    const environment = useEnvironment();
    const client = useQueryClient();
    useEffect(() => {
        let source: EventSource | undefined;
        let hiding: ReturnType<typeof setTimeout> | undefined;
        let retrying: ReturnType<typeof setTimeout> | undefined;
        const close = () => {
            clearTimeout(retrying);
            source?.close();
            source = undefined;
            setLive(false);
        };
        const refresh = (topics: readonly LiveTopic[]) => {
            const paths = new Set<unknown>(topics.flatMap((topic) => routesOf[topic].map(({ path }) => path)));
            void client.invalidateQueries({
                predicate: ({ queryKey: [of, path], meta }) =>
                    (of === environment || of === '') && paths.has(path) && meta?.['isStill'] !== true
            });
        };
        const open = () => {
            if (source) return;
            source = new EventSource(`${watchEnvironment.path}?environment=${encodeURIComponent(environment)}`);
            // What has changed before it was open was not told.
            source.addEventListener('open', () => {
                setLive(true);
                refresh(liveTopics);
            });
            source.addEventListener('error', () => {
                setLive(false);
                // The browser does not try again after a refusal, such as of an ended session.
                if (source?.readyState !== EventSource.CLOSED) return;
                source = undefined;
                clearTimeout(retrying);
                retrying = setTimeout(onVisibility, retryMs);
            });
            source.addEventListener('changed', ({ data }: MessageEvent<unknown>) => {
                const topics = topicsIn(data);
                countChanges(topics);
                refresh(topics);
            });
        };
        const onVisibility = () => {
            clearTimeout(hiding);
            if (document.visibilityState === 'visible') open();
            else hiding = setTimeout(close, longestHiddenMs);
        };
        open();
        document.addEventListener('visibilitychange', onVisibility);
        return () => {
            document.removeEventListener('visibilitychange', onVisibility);
            clearTimeout(hiding);
            close();
        };
    }, [client, environment]);
}
