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
    /** `steps`: each value holds for the whole of its time. */
    form: 'bars' | 'lines' | 'steps';
    /** Absent: to the requests of its time. */
    leadsTo?: 'runs' | 'connections';
    series: readonly Series[];
    /** How it was in the period before, as a line. */
    previous?: Pick<Series, 'name' | 'values'> | undefined;
    /** Whether its values are whole numbers. */
    isWhole?: true;
    /** Whether a logarithmic axis makes sense. */
    canBeLog?: true;
    /** A value with its unit, for the readout and the table. */
    format: (value: number) => string;
    /** A value as short as an axis needs it. */
    tick: (value: number) => string;
}

/** A change of settings, in words. */
export interface Marker {
    at: Date;
    text: string;
}

/** The highest that is drawn at each point: bars stand upon each other. */
export function heights({ form, series, previous }: Pick<ChartData, 'form' | 'previous' | 'series'>): number[] {
    const count = series[0]?.values.length ?? 0;
    return Array.from({ length: count }, (_, index) => {
        const values = series.map(({ values: of }) => of[index] ?? 0);
        const height = form === 'bars' ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values);
        return Math.max(height, previous?.values[index] ?? 0);
    });
}

/** What a point is, in words. */
export function pointText(
    { series, previous, format }: Pick<ChartData, 'format' | 'previous' | 'series'>,
    index: number,
    time: string,
    markers: readonly Marker[] = []
): string {
    const parts = [...series, ...(previous ? [previous] : [])].flatMap(({ name, values }) => {
        const value = values[index] ?? null;
        return value === null ? [] : [`${name} ${format(value)}`];
    });
    const changes = markers.length === 0 ? '' : `. Changed: ${markers.map(({ text }) => text).join(', ')}`;
    return `${time}: ${parts.length === 0 ? 'nothing' : parts.join(', ')}${changes}`;
}

/** Without what came before a point, which is not known. */
export function knownFrom(data: ChartData, first: number): ChartData {
    if (first <= 0) return data;
    const known = (values: Series['values']) => values.map((value, index) => (index < first ? null : value));
    return { ...data, series: data.series.map((each) => ({ ...each, values: known(each.values) })) };
}
