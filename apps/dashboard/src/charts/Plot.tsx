import { max, nice, ticks } from 'd3-array';
import { line } from 'd3-shape';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { PointLink } from './PointLink.tsx';
import { type ChartData, heights, type Series } from './series.ts';
import type { Target } from './use-targets.ts';

const height = 168;
const edge = { top: 8, right: 4, bottom: 22, left: 44 };
const inner = height - edge.top - edge.bottom;

/** What a point leads to, and how it is called. */
export interface Point extends Target {
    /** What is read out, and shown beneath. */
    text: string;
    /** Below the axis. */
    tick: string;
}

/** The drawing. Its points are links: Tab comes to one of them, arrow keys to the others. */
export function Plot({ data, points }: { data: ChartData; points: readonly Point[] }) {
    const [frame, width] = useWidth();
    const [active, setActive] = useState<number>();
    const [, top] = nice(0, max(heights(data)) ?? 0, 3);
    const marks = top === 0 ? [0] : ticks(0, top, 3);
    const scale = (value: number) => edge.top + inner - (value / (top || 1)) * inner;
    const step = Math.max(width - edge.left - edge.right, 0) / points.length;
    return (
        // It follows the width a moment later: until then it must not widen the page.
        <div ref={frame} className="overflow-x-clip">
            <svg
                width={width}
                height={height}
                role="group"
                aria-label={`${data.title}, point by point: arrow keys move, Enter opens the ${data.leadsTo ?? 'logs'}`}
                className="block overflow-visible text-micro"
            >
                <g aria-hidden="true">
                    {marks.map((mark) => (
                        <g key={mark}>
                            <line x1={edge.left} x2={width - edge.right} y1={scale(mark)} y2={scale(mark)} stroke="var(--hairline)" />
                            <text x={edge.left - 6} y={scale(mark) + 4} textAnchor="end" fill="var(--text-2)">
                                {data.tick(mark)}
                            </text>
                        </g>
                    ))}
                    <TimeTicks points={points} step={step} />
                    {active !== undefined && (
                        <rect x={edge.left + active * step} y={edge.top} width={step} height={inner} fill="var(--sunken)" />
                    )}
                    {data.form === 'bars' ? <Bars {...{ data, step, scale }} /> : <Lines {...{ data, step, scale }} />}
                </g>
                <Columns {...{ points, step, active, setActive }} />
            </svg>
            {/* The link that has the focus says the same. */}
            <p aria-hidden="true" className="min-h-5 text-small text-text-2">
                {active === undefined
                    ? `Point at the chart for figures; choose a point for its ${data.leadsTo ?? 'requests'}.`
                    : points[active]?.text}
            </p>
        </div>
    );
}

/** A few, which do not touch each other. */
function TimeTicks({ points, step }: { points: readonly Point[]; step: number }) {
    const each = Math.max(1, Math.ceil(72 / Math.max(step, 1)));
    return points.map(
        ({ tick }, index) =>
            index % each === 0 &&
            // The last one would be cut off.
            (points.length - index) * step >= 36 && (
                <text key={index} x={edge.left + index * step} y={height - 6} fill="var(--text-2)">
                    {tick}
                </text>
            )
    );
}

interface Drawing {
    data: ChartData;
    step: number;
    scale: (value: number) => number;
}

function Bars({ data: { series }, step, scale }: Drawing) {
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
                    const size = Math.max(scale(from) - scale(from + value), 1.5);
                    return (
                        <rect
                            key={`${name} ${index}`}
                            x={edge.left + index * step + gap / 2}
                            y={scale(from) - size}
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

function Hatching({ id, colour }: { id: string; colour: string }) {
    return (
        <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="5" height="5" fill="var(--surface)" />
            <rect width="2.5" height="5" fill={colour} />
        </pattern>
    );
}

function Lines({ data: { series }, step, scale }: Drawing) {
    const x = (index: number) => edge.left + (index + 0.5) * step;
    return series.map(({ name, colour, dashes, values }) => {
        const path = line<number | null>()
            .defined((value) => value !== null)
            .x((_, index) => x(index))
            .y((value) => scale(value ?? 0));
        return (
            <g key={name} stroke={colour} fill={colour}>
                <path d={path([...values]) ?? ''} fill="none" strokeWidth={2} strokeDasharray={dashes} strokeLinejoin="round" />
                {/* A point between two without a value has no line. */}
                {values.map((value, index) => value !== null && <circle key={index} cx={x(index)} cy={scale(value)} r={2} stroke="none" />)}
            </g>
        );
    });
}

interface Moving {
    points: readonly Point[];
    step: number;
    active: number | undefined;
    setActive: (index: number | undefined) => void;
}

function Columns({ points, step, active, setActive }: Moving) {
    const links = useRef<(HTMLAnchorElement | null)[]>([]);
    const [last, setLast] = useState(points.length - 1);
    const move = (event: KeyboardEvent, index: number) => {
        const wanted = moves[event.key]?.(index, points.length - 1);
        if (wanted === undefined) return;
        event.preventDefault();
        links.current[wanted]?.focus();
    };
    return points.map(({ text, href, open }, index) => (
        <PointLink
            key={index}
            ref={(link) => {
                links.current[index] = link;
            }}
            {...{ href, open }}
            aria-label={text}
            tabIndex={index === Math.min(last, points.length - 1) ? 0 : -1}
            onKeyDown={(event) => move(event, index)}
            onFocus={() => {
                setLast(index);
                setActive(index);
            }}
            onBlur={() => setActive(undefined)}
            onPointerEnter={() => setActive(index)}
            onPointerLeave={() => setActive(undefined)}
        >
            <rect
                x={edge.left + index * step}
                y={edge.top}
                width={step}
                height={inner}
                fill="transparent"
                stroke={index === active ? 'var(--control)' : 'none'}
            />
        </PointLink>
    ));
}

const moves: Readonly<Record<string, (index: number, last: number) => number>> = {
    ArrowLeft: (index) => Math.max(index - 1, 0),
    ArrowRight: (index, last) => Math.min(index + 1, last),
    Home: () => 0,
    End: (_, last) => last
};

/** Of an element, in CSS pixels, as it changes. */
function useWidth() {
    const frame = useRef<HTMLDivElement>(null);
    const [width, setWidth] = useState(320);
    useLayoutEffect(() => {
        const { current } = frame;
        if (!current) return;
        const measure = () => setWidth(current.clientWidth);
        measure();
        const observer = new ResizeObserver(measure);
        observer.observe(current);
        return () => observer.disconnect();
    }, []);
    return [frame, width] as const;
}

/** What the colours and patterns stand for. */
export function Legend({ form, series }: { form: ChartData['form']; series: readonly Series[] }) {
    const id = useId();
    return (
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-small text-text-2">
            {series.map(({ name, colour, isHatched, dashes }, layer) => (
                <li key={name} className="flex items-center gap-2">
                    <svg width="18" height="10" aria-hidden="true">
                        {isHatched && (
                            <defs>
                                <Hatching id={`${id}${layer}`} colour={colour} />
                            </defs>
                        )}
                        {form === 'lines' ? (
                            <line x1="0" x2="18" y1="5" y2="5" stroke={colour} strokeWidth="2" strokeDasharray={dashes} />
                        ) : (
                            <rect x="0.5" y="0.5" width="17" height="9" fill={isHatched ? `url(#${id}${layer})` : colour} stroke={colour} />
                        )}
                    </svg>
                    {name}
                </li>
            ))}
        </ul>
    );
}
