import { line } from 'd3-shape';
import { useId } from 'react';
import { previousLook } from './previous-look.ts';
import type { ChartData, Series } from './series.ts';

export const height = 168;
export const edge = { top: 10, right: 4, bottom: 22, left: 44 };
export const inner = height - edge.top - edge.bottom;

interface Drawing {
    data: ChartData;
    /** How wide a point is. */
    step: number;
    /** Where a value is, from the top. */
    y: (value: number) => number;
}

const middleOf = (step: number, index: number) => edge.left + (index + 0.5) * step;

/** The values of a chart in its form, before them those of the period before. */
export function Values({ data, step, y }: Drawing) {
    return (
        <>
            {data.form === 'bars' ? (
                <Bars {...{ data, step, y }} />
            ) : (
                data.series.map((each) => <Line key={each.name} {...{ form: data.form, step, y }} {...each} />)
            )}
            {data.previous && <Previous path={pathOf(data.previous.values, step, y)} />}
        </>
    );
}

/** Around it a rim, so that it is seen over bars. */
function Previous({ path }: { path: string }) {
    return (
        <g fill="none">
            <path d={path} stroke="var(--surface)" strokeWidth={3.5} strokeOpacity={0.75} strokeLinejoin="round" />
            <path d={path} {...previousLook} />
        </g>
    );
}

function Bars({ data: { series }, step, y }: Drawing) {
    const id = useId();
    const gap = step > 6 ? 2 : step > 3 ? 1 : 0;
    const below = series[0]?.values.map(() => 0) ?? [];
    return (
        <>
            <defs>
                {series.map(({ colour, isHatched }, layer) => isHatched && <Hatching key={layer} id={`${id}${layer}`} colour={colour} />)}
            </defs>
            {series.map(({ name, colour, isHatched, values }, layer) =>
                values.map((value, index) => {
                    if (value === null || value === 0) return null;
                    const from = below[index] ?? 0;
                    below[index] = from + value;
                    // What there is can be seen, however little of it.
                    const size = Math.max(y(from) - y(from + value), 1.5);
                    return (
                        <rect
                            key={`${name} ${index}`}
                            x={edge.left + index * step + gap / 2}
                            y={y(from) - size}
                            width={Math.max(step - gap, 1)}
                            height={size}
                            fill={isHatched ? `url(#${id}${layer})` : colour}
                            stroke={isHatched ? colour : undefined}
                            strokeWidth={isHatched ? 1 : undefined}
                        />
                    );
                })
            )}
        </>
    );
}

export function Hatching({ id, colour }: { id: string; colour: string }) {
    return (
        <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="5" height="5" fill="var(--surface)" />
            <rect width="2.5" height="5" fill={colour} />
        </pattern>
    );
}

function Line({ form, colour, dashes, values, step, y }: Pick<ChartData, 'form'> & Omit<Drawing, 'data'> & Series) {
    return (
        <g stroke={colour} fill={colour}>
            <path
                d={form === 'steps' ? stairsOf(values, step, y) : pathOf(values, step, y)}
                fill="none"
                strokeWidth={2}
                strokeDasharray={dashes}
                strokeLinejoin="round"
            />
            {/* A point between two without a value has no line. */}
            {form === 'lines' &&
                values.map(
                    (value, index) => value !== null && <circle key={index} cx={middleOf(step, index)} cy={y(value)} r={2} stroke="none" />
                )}
        </g>
    );
}

function pathOf(values: Series['values'], step: number, y: Drawing['y']): string {
    const path = line<number | null>()
        .defined((value) => value !== null)
        .x((_, index) => middleOf(step, index))
        .y((value) => y(value ?? 0));
    return path([...values]) ?? '';
}

/** Each value over the whole of its time. */
function stairsOf(values: Series['values'], step: number, y: Drawing['y']): string {
    return values
        .map((value, index) => {
            if (value === null) return '';
            const [from, to] = [edge.left + index * step, edge.left + (index + 1) * step];
            const isFirst = (values[index - 1] ?? null) === null;
            return `${isFirst ? `M${from} ${y(value)}` : `V${y(value)}`}H${to}`;
        })
        .join('');
}
