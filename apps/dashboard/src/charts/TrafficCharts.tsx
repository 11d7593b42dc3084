import { readConnectionCounts, readTraffic } from '@patchbay/contracts/dashboard';
import { useRead } from '../api/use-api.ts';
import { ErrorNotice } from '../parts/Notice.tsx';
import { SkeletonRows } from '../parts/Page.tsx';
import { Chart, type ChartTime } from './Chart.tsx';
import { ChartsCard } from './ChartsCard.tsx';
import { markersOf } from './markers.ts';
import type { Marker } from './series.ts';
import { bucketsOf } from './times.ts';
import { connectionsChart, countFailed, errorRateChart, latencyChart, recordsChart, requestsChart } from './traffic.ts';
import { type ChartsState, useCharts } from './use-charts.ts';
import type { ChartScope } from './use-targets.ts';

const dayS = 24 * 60 * 60;
const keeping = { keepsPrevious: true, refetchInterval: 30_000 };

/** Traffic of the environment, or of one integration; the address of the page says what of it. */
export default function TrafficCharts({ integration }: { integration?: string }) {
    const charts = useCharts();
    const { within, times, zoom, showsPrevious, isLog } = charts;
    const scope: ChartScope = { integration };
    const { data, error, refetch, isPending } = useRead(
        readTraffic,
        { query: { ...charts.query, ...(integration !== undefined && { integration_id: integration }) } },
        keeping
    );
    const read = data?.data;
    // As the server adds them up.
    const isByUtc = read?.step_s === dayS && integration === undefined;
    const view = read && (showsPrevious ? read : { ...read, previous: null });
    const time = view && { buckets: bucketsOf(view.buckets, view.step_s), stepS: view.step_s, times, markers: markersOf(view.changes) };
    const shared = time && { ...time, scope, onZoom: zoom };
    return (
        <ChartsCard
            title="Traffic"
            charts={charts}
            scope={scope}
            note={`${isByUtc ? 'Days of traffic begin at midnight UTC. ' : ''}What callers get wrong (400, 404, 422) does not count as failed.`}
        >
            {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
            {isPending && <SkeletonRows count={2} height={280} />}
            {view && shared && (
                <div className="grid gap-x-4 lg:grid-cols-2">
                    <Chart data={requestsChart(countFailed(view), within)} {...shared} />
                    <Chart data={recordsChart(view, within)} {...shared} />
                    <Chart data={errorRateChart(view, within)} {...shared} />
                    <Chart
                        data={latencyChart(view, within)}
                        {...shared}
                        isLog={isLog}
                        onLog={(on) => charts.change({ scale: on ? 'log' : undefined })}
                    />
                    {integration === undefined && <Connections charts={charts} markers={shared.markers} />}
                </div>
            )}
        </ChartsCard>
    );
}

/** How many connections worked, and how many did not. */
function Connections({ charts, markers }: { charts: ChartsState; markers: readonly Marker[] }) {
    const { data, error, refetch, isPending, dataUpdatedAt } = useRead(readConnectionCounts, { query: charts.query }, keeping);
    if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
    if (isPending) return <SkeletonRows count={1} height={280} />;
    const { buckets, step_s: stepS, until } = data.data;
    const time: ChartTime = { buckets: bucketsOf(buckets, stepS), stepS, times: charts.times, markers };
    const isPast = charts.zoomed !== undefined && Date.parse(until) < dataUpdatedAt;
    return <Chart data={connectionsChart(buckets, isPast)} {...time} scope={{}} onZoom={charts.zoom} />;
}
