import { readTraffic, type TrafficRange, trafficRanges } from '@patchbay/contracts/dashboard';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useEnvironment, useRead } from '../api/use-api.ts';
import { ErrorNotice } from '../parts/Notice.tsx';
import { Card, SkeletonRows } from '../parts/Page.tsx';
import { Chart } from './Chart.tsx';
import { chartsSearch, usualRange } from './ranges.ts';
import { bucketsOf } from './times.ts';
import { errorRateChart, latencyChart, rangeWords, recordsChart, requestsChart } from './traffic.ts';

const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const charts = [requestsChart, recordsChart, errorRateChart, latencyChart];

/** Traffic of the environment, or of one integration; the range is in the address of the page. */
export default function TrafficCharts({ integration }: { integration?: string }) {
    const environment = useEnvironment();
    const { range = usualRange } = chartsSearch(useSearch({ strict: false }));
    const [offset] = useState(() => -new Date().getTimezoneOffset());
    const { data, error, refetch, isPending } = useRead(
        readTraffic,
        {
            query: { environment, range, offset: String(offset), ...(integration !== undefined && { integration_id: integration }) }
        },
        { keepsPrevious: true, refetchInterval: 30_000 }
    );
    // As the server adds them up.
    const isByUtc = range === '30d' && integration === undefined;
    const { within } = rangeWords[range];
    return (
        <Card title="Traffic" actions={<Ranges range={range} />}>
            {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
            {isPending && <SkeletonRows count={2} height={280} />}
            {data && (
                <div className="grid gap-x-4 lg:grid-cols-2">
                    {charts.map((chart, index) => (
                        <Chart
                            key={index}
                            data={chart(data.data, within)}
                            buckets={bucketsOf(data.data.buckets, data.data.step_s)}
                            stepS={data.data.step_s}
                            integration={integration}
                        />
                    ))}
                </div>
            )}
            <p className="border-t border-hairline px-4 py-3 text-small text-text-2">
                {isByUtc ? 'Days begin at midnight UTC.' : `Times are in your zone, ${zone}.`} What callers get wrong (400, 404, 422) does
                not count as failed.
            </p>
        </Card>
    );
}

function Ranges({ range }: { range: TrafficRange }) {
    const navigate = useNavigate();
    return (
        <div role="group" aria-label="Time" className="flex flex-wrap gap-1">
            {trafficRanges.map((each) => (
                <button
                    key={each}
                    type="button"
                    aria-pressed={each === range}
                    onClick={() =>
                        void navigate({
                            to: '.',
                            search: (before) => ({ ...before, range: each }),
                            replace: true
                        })
                    }
                    className="min-h-9 rounded-control border border-transparent px-3 text-small font-semibold text-text-2 hover:bg-sunken aria-pressed:border-control aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
                >
                    {rangeWords[each].name}
                </button>
            ))}
        </div>
    );
}
