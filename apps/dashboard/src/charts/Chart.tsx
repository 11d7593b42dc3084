import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { Cell, Row, Table } from '../parts/Table.tsx';
import { useEnvironment } from '../api/use-api.ts';
import type { LogsSearch } from '../pages/logs/search.ts';
import { Legend, Plot } from './Plot.tsx';
import { type ChartData, pointText } from './series.ts';
import { type Bucket, bucketText, tickText } from './times.ts';
import { useOpenLogs } from './use-open-logs.ts';

interface Props {
    data: ChartData;
    buckets: readonly Bucket[];
    stepS: number;
    /** Which requests are shown in the logs. */
    filter: LogsSearch;
}

const logsOf = ({ from, until }: Bucket, filter: LogsSearch): LogsSearch => ({
    ...filter,
    since: from.toISOString(),
    until: until.toISOString()
});

/** What it says in a sentence, then as a drawing or as a table. */
export function Chart({ data, buckets, stepS, filter }: Props) {
    const [isTable, setTable] = useState(false);
    const logs = useOpenLogs();
    return (
        <section aria-label={data.title} className="flex min-w-0 flex-col gap-2 p-4">
            <header className="flex items-center justify-between gap-2">
                <h3 className="font-semibold">{data.title}</h3>
                <Button
                    look="quiet"
                    className="-me-3"
                    aria-pressed={isTable}
                    aria-label={`${isTable ? 'Show as a chart' : 'Show as a table'}: ${data.title}`}
                    onClick={() => setTable(!isTable)}
                >
                    {isTable ? 'Show as a chart' : 'Show as a table'}
                </Button>
            </header>
            <p className="min-h-12 text-text-2">{data.summary}</p>
            {isTable ? (
                <Twin {...{ data, buckets, stepS, filter }} />
            ) : (
                <>
                    <Plot
                        data={data}
                        points={buckets.map((bucket, index) => ({
                            text: pointText(data, index, bucketText(bucket, stepS)),
                            tick: tickText(bucket, stepS),
                            ...logs(logsOf(bucket, filter))
                        }))}
                    />
                    <Legend form={data.form} series={data.series} />
                </>
            )}
        </section>
    );
}

/** The same in rows, the newest first. */
function Twin({ data: { title, series, format }, buckets, stepS, filter }: Props) {
    const environment = useEnvironment();
    return (
        <div className="max-h-80 overflow-y-auto rounded-control border border-hairline">
            <Table label={`${title} as a table`} columns={['Time', ...series.map(({ name }) => name)]}>
                {buckets
                    .map((bucket, index) => (
                        <Row key={bucket.from.toISOString()}>
                            <Cell look="whitespace-nowrap">
                                <Link
                                    to="/$environment/logs"
                                    params={{ environment }}
                                    search={logsOf(bucket, filter)}
                                    preload={false}
                                    className="text-accent-text"
                                >
                                    {bucketText(bucket, stepS)}
                                </Link>
                            </Cell>
                            {series.map(({ name, values }) => {
                                const value = values[index] ?? null;
                                return (
                                    <Cell key={name} look="mono text-text-2 whitespace-nowrap">
                                        {value === null ? '–' : format(value)}
                                    </Cell>
                                );
                            })}
                        </Row>
                    ))
                    .toReversed()}
            </Table>
        </div>
    );
}
