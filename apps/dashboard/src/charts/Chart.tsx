import { useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { Cell, Row, Table } from '../parts/Table.tsx';
import { Legend } from './Legend.tsx';
import { Plot } from './Plot.tsx';
import { PointLink } from './PointLink.tsx';
import { type ChartData, type Marker, pointText } from './series.ts';
import type { Bucket, Times } from './times.ts';
import { type ChartScope, type Target, useTargets } from './use-targets.ts';

/** What the charts of a card share. */
export interface ChartTime {
    buckets: readonly Bucket[];
    stepS: number;
    times: Times;
    markers: readonly Marker[];
}

interface Props extends ChartTime {
    data: ChartData;
    scope: ChartScope;
    isLog?: boolean;
    onLog?: (isLog: boolean) => void;
    onZoom: (period: Bucket) => void;
}

/** What it says in a sentence, then as a drawing or as a table. */
export function Chart({ data, buckets, stepS, times, markers, scope, isLog = false, onLog, onZoom }: Props) {
    const [isTable, setTable] = useState(false);
    const targetOf = useTargets(scope);
    const rows = buckets.map((bucket) => ({
        bucket,
        time: times.bucketText(bucket, stepS),
        target: targetOf(data.leadsTo, bucket),
        markers: markers.filter(({ at }) => at >= bucket.from && at < bucket.until)
    }));
    const periodOf = (first: number, last: number): Bucket | undefined => {
        const [from, until] = [buckets[first]?.from, buckets[last]?.until];
        return from && until && { from, until };
    };
    const hasMarkers = rows.some((row) => row.markers.length > 0);
    return (
        <section aria-label={data.title} className="flex min-w-0 flex-col gap-2 p-4">
            <header className="flex flex-wrap items-center justify-between gap-x-2">
                <h3 className="font-semibold">{data.title}</h3>
                <div className="ms-auto -me-3 flex">
                    {onLog && !isTable && (
                        <Button
                            look="quiet"
                            aria-pressed={isLog}
                            className="aria-pressed:border-control aria-pressed:bg-accent-soft"
                            onClick={() => onLog(!isLog)}
                        >
                            Log scale
                        </Button>
                    )}
                    <Button
                        look="quiet"
                        aria-pressed={isTable}
                        aria-label={`${isTable ? 'Show as a chart' : 'Show as a table'}: ${data.title}`}
                        onClick={() => setTable(!isTable)}
                    >
                        {isTable ? 'Show as a chart' : 'Show as a table'}
                    </Button>
                </div>
            </header>
            <p className="min-h-12 text-text-2">{data.summary}</p>
            {isTable ? (
                <Twin data={data} rows={rows} hasMarkers={hasMarkers} />
            ) : (
                <>
                    <Plot
                        data={data}
                        isLog={isLog}
                        points={rows.map(({ bucket, time, target, markers: within }, index) => ({
                            text: pointText(data, index, time, within),
                            tick: times.tickText(bucket, stepS),
                            markers: within.map((marker) => ({ ...marker, share: shareOf(bucket, marker) })),
                            ...target
                        }))}
                        periodText={(first, last) => {
                            const period = periodOf(first, last);
                            return period ? times.periodText(period) : '';
                        }}
                        onZoom={(first, last) => {
                            const period = periodOf(first, last);
                            if (period) onZoom(period);
                        }}
                    />
                    <Legend data={data} hasMarkers={hasMarkers} />
                </>
            )}
        </section>
    );
}

const shareOf = ({ from, until }: Bucket, { at }: Marker) =>
    (at.getTime() - from.getTime()) / Math.max(until.getTime() - from.getTime(), 1);

interface TwinProps {
    data: ChartData;
    rows: readonly { bucket: Bucket; time: string; target: Target; markers: readonly Marker[] }[];
    hasMarkers: boolean;
}

/** The same in rows, the newest first. */
function Twin({ data: { title, series, previous, format }, rows, hasMarkers }: TwinProps) {
    const columns = previous ? [...series, previous] : series;
    return (
        <div className="max-h-80 overflow-y-auto rounded-control border border-hairline">
            <Table
                label={`${title} as a table`}
                columns={['Time', ...columns.map(({ name }) => name), ...(hasMarkers ? ['Changes of settings'] : [])]}
            >
                {rows
                    .map(({ bucket, time, target, markers }, index) => (
                        <Row key={bucket.from.toISOString()}>
                            <Cell look="whitespace-nowrap">
                                <PointLink {...target} className="text-accent-text">
                                    {time}
                                </PointLink>
                            </Cell>
                            {columns.map(({ name, values }) => {
                                const value = values[index] ?? null;
                                return (
                                    <Cell key={name} look="mono text-text-2 whitespace-nowrap">
                                        {value === null ? '–' : format(value)}
                                    </Cell>
                                );
                            })}
                            {hasMarkers && <Cell look="min-w-56 text-text-2">{markers.map(({ text }) => text).join(', ')}</Cell>}
                        </Row>
                    ))
                    .toReversed()}
            </Table>
        </div>
    );
}
