import { readConnectionTraffic } from '@patchbay/contracts/dashboard';
import { useRead } from '../api/use-api.ts';
import { ErrorNotice } from '../parts/Notice.tsx';
import { SkeletonRows } from '../parts/Page.tsx';
import { Chart } from './Chart.tsx';
import { ChartsCard } from './ChartsCard.tsx';
import { markersOf } from './markers.ts';
import { type ChartData, knownFrom } from './series.ts';
import { bucketsOf } from './times.ts';
import { latencyChart, requestsChart } from './traffic.ts';
import { useCharts } from './use-charts.ts';

/** Requests to the provider for one connection. */
export default function ConnectionTraffic({ integration, connection }: { integration: string; connection: string }) {
    const charts = useCharts();
    const { within, times, zoom, showsPrevious, isLog } = charts;
    const scope = { integration, connection };
    const { data, error, refetch, isPending } = useRead(
        readConnectionTraffic,
        { query: { ...charts.query, integration_id: integration, connection_id: connection } },
        { keepsPrevious: true, refetchInterval: 30_000 }
    );
    const read = data?.data;
    const view = read && (showsPrevious ? read : { ...read, previous: null });
    const since = view?.counted_since ?? undefined;
    const buckets = view && bucketsOf(view.buckets, view.step_s);
    const countedFrom = since === undefined ? 0 : (buckets?.findIndex(({ until }) => until > new Date(since)) ?? 0);
    const shown = (chart: ChartData) => knownFrom(chart, countedFrom);
    const shared = view && buckets && { buckets, stepS: view.step_s, times, markers: markersOf(view.changes), scope, onZoom: zoom };
    return (
        <ChartsCard
            title="Traffic"
            charts={charts}
            scope={scope}
            note="Counted in the log of requests, as long as it keeps them; a status from 400 counts as failed."
        >
            {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
            {isPending && <SkeletonRows count={1} height={280} />}
            {since !== undefined && (
                <p className="border-b border-hairline px-4 py-2 text-text-2">
                    There are more requests than are counted here: the figures begin at{' '}
                    {times.periodText({ from: new Date(since), until: new Date(since) })}. Choose a shorter time to see earlier ones.
                </p>
            )}
            {view && shared && (
                <div className="grid gap-x-4 lg:grid-cols-2">
                    <Chart data={shown(requestsChart(view, within))} {...shared} />
                    <Chart
                        data={shown(latencyChart(view, within))}
                        {...shared}
                        isLog={isLog}
                        onLog={(on) => charts.change({ scale: on ? 'log' : undefined })}
                    />
                </div>
            )}
        </ChartsCard>
    );
}
