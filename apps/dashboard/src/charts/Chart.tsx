import { useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { Cell, Row, Table } from '../parts/Table.tsx';
import { Legend, Plot } from './Plot.tsx';
import { type ChartData, pointText } from './series.ts';
import { type Bucket, bucketText, tickText } from './times.ts';
import { PointLink } from './PointLink.tsx';
import { type Target, useTargets } from './use-targets.ts';

interface Props {
    data: ChartData;
    buckets: readonly Bucket[];
    stepS: number;
    /** Undefined: all. */
    integration: string | undefined;
}

/** What it says in a sentence, then as a drawing or as a table. */
export function Chart({ data, buckets, stepS, integration }: Props) {
    const [isTable, setTable] = useState(false);
    const targetOf = useTargets(data, integration);
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
                <Twin {...{ data, buckets, stepS, targetOf }} />
            ) : (
                <>
                    <Plot
                        data={data}
                        points={buckets.map((bucket, index) => ({
                            text: pointText(data, index, bucketText(bucket, stepS)),
                            tick: tickText(bucket, stepS),
                            ...targetOf(bucket)
                        }))}
                    />
                    <Legend form={data.form} series={data.series} />
                </>
            )}
        </section>
    );
}

interface TwinProps {
    data: ChartData;
    buckets: readonly Bucket[];
    stepS: number;
    targetOf: (bucket: Bucket) => Target;
}

/** The same in rows, the newest first. */
function Twin({ data: { title, series, format }, buckets, stepS, targetOf }: TwinProps) {
    return (
        <div className="max-h-80 overflow-y-auto rounded-control border border-hairline">
            <Table label={`${title} as a table`} columns={['Time', ...series.map(({ name }) => name)]}>
                {buckets
                    .map((bucket, index) => (
                        <Row key={bucket.from.toISOString()}>
                            <Cell look="whitespace-nowrap">
                                <PointLink {...targetOf(bucket)} className="text-accent-text">
                                    {bucketText(bucket, stepS)}
                                </PointLink>
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
