/** One line, or one layer of bars. */
export interface Series {
    name: string;
    /** By it and by its pattern it is told apart. */
    colour: string;
    /** Of bars: drawn hatched. */
    isHatched?: true;
    /** Of lines, as SVG has it. */
    dashes?: string;
    /** One for each point; null: none is known. */
    values: readonly (number | null)[];
}

/** What one chart shows. */
export interface ChartData {
    title: string;
    /** What it says as a whole. */
    summary: string;
    form: 'bars' | 'lines';
    /** Absent: to the requests of its time. */
    leadsTo?: 'runs';
    series: readonly Series[];
    /** A value with its unit, for the readout and the table. */
    format: (value: number) => string;
    /** A value as short as an axis needs it. */
    tick: (value: number) => string;
}

/** The highest that is drawn at each point: bars stand upon each other. */
export function heights({ form, series }: Pick<ChartData, 'form' | 'series'>): number[] {
    const count = series[0]?.values.length ?? 0;
    return Array.from({ length: count }, (_, index) => {
        const values = series.map(({ values: of }) => of[index] ?? 0);
        return form === 'bars' ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values);
    });
}

/** What a point is, in words. */
export function pointText({ series, format }: Pick<ChartData, 'format' | 'series'>, index: number, time: string): string {
    const parts = series.flatMap(({ name, values }) => {
        const value = values[index] ?? null;
        return value === null ? [] : [`${name} ${format(value)}`];
    });
    return `${time}: ${parts.length === 0 ? 'nothing' : parts.join(', ')}`;
}
