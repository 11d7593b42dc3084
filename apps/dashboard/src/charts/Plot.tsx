import { useLayoutEffect, useRef, useState } from 'react';
import { Columns } from './Columns.tsx';
import { edge, height, inner, Values } from './drawing.tsx';
import type { Point } from './point.ts';
import { linearScale, logScale } from './scale.ts';
import { type ChartData, heights } from './series.ts';
import { useSelection } from './use-selection.ts';

interface Props {
    data: ChartData;
    points: readonly Point[];
    isLog: boolean;
    /** In words: from one point to another. */
    periodText: (first: number, last: number) => string;
    onZoom: (first: number, last: number) => void;
}

/** The drawing. Its points are links: Tab comes to one of them, arrow keys to the others. */
export function Plot({ data, points, isLog, periodText, onZoom }: Props) {
    const [frame, width] = useWidth();
    const [active, setActive] = useState<number>();
    const step = Math.max(width - edge.left - edge.right, 0) / points.length;
    const selection = useSelection({ count: points.length, step, onZoom });
    const { chosen } = selection;
    const all = isLog && data.form === 'lines' ? data.series.flatMap(({ values }) => values.map((value) => value ?? 0)) : heights(data);
    const scale = isLog && data.canBeLog ? logScale(all) : linearScale(all, data.isWhole);
    const y = (value: number) => edge.top + inner - scale.share(value) * inner;
    const goal = data.leadsTo ?? 'requests';
    return (
        // It follows the width a moment later: until then it must not widen the page.
        <div ref={frame} className="overflow-x-clip">
            <svg
                width={width}
                height={height}
                role="group"
                aria-label={`${data.title}, point by point: arrow keys move, with Shift they choose a time, Enter opens the ${goal} or zooms in`}
                className="block touch-pan-y overflow-visible text-micro select-none"
                {...selection.handlers}
            >
                <g aria-hidden="true">
                    {scale.marks.map((mark) => (
                        <g key={mark}>
                            <line x1={edge.left} x2={width - edge.right} y1={y(mark)} y2={y(mark)} stroke="var(--hairline)" />
                            <text x={edge.left - 6} y={y(mark) + 4} textAnchor="end" fill="var(--text-2)">
                                {data.tick(mark)}
                            </text>
                        </g>
                    ))}
                    <TimeTicks points={points} step={step} />
                    {active !== undefined && !chosen && (
                        <rect x={edge.left + active * step} y={edge.top} width={step} height={inner} fill="var(--sunken)" />
                    )}
                    {chosen && (
                        <rect
                            x={edge.left + chosen.first * step}
                            y={edge.top}
                            width={(chosen.last - chosen.first + 1) * step}
                            height={inner}
                            fill="var(--accent-soft)"
                            stroke="var(--accent-text)"
                        />
                    )}
                    <Values {...{ data, step, y }} />
                    <Markers points={points} step={step} />
                </g>
                <Columns {...{ points, step, active, setActive, selection }} />
            </svg>
            {/* The link that has the focus says the same. */}
            <p aria-hidden="true" className="min-h-10 text-small text-text-2">
                {chosen
                    ? `${periodText(chosen.first, chosen.last)}: let go to zoom in, or press Enter; Escape cancels.`
                    : active === undefined
                      ? `Point for figures, choose for ${goal}, drag to zoom in.`
                      : points[active]?.text}
            </p>
            <p role="status" className="sr-only">
                {chosen && `${periodText(chosen.first, chosen.last)} chosen. Enter zooms in, Escape cancels.`}
            </p>
        </div>
    );
}

/** A few, which do not touch each other, and none twice. */
function TimeTicks({ points, step }: { points: readonly Point[]; step: number }) {
    const each = Math.max(1, Math.ceil(72 / Math.max(step, 1)));
    return points.map(
        ({ tick }, index) =>
            index % each === 0 &&
            tick !== points[index - each]?.tick &&
            // The last one would be cut off.
            (points.length - index) * step >= 36 && (
                <text key={index} x={edge.left + index * step} y={height - 6} fill="var(--text-2)">
                    {tick}
                </text>
            )
    );
}

/** Above the values, with a line through them. */
function Markers({ points, step }: { points: readonly Point[]; step: number }) {
    return points.flatMap(({ markers }, index) =>
        markers.map(({ share }, each) => {
            const x = edge.left + (index + share) * step;
            return (
                <g key={`${index} ${each}`} stroke="var(--text)" fill="var(--text)">
                    <line x1={x} x2={x} y1={edge.top} y2={edge.top + inner} strokeWidth={1} strokeDasharray="4 3" />
                    <path d={`M${x - 4.5} ${edge.top - 8}h9l-4.5 6z`} stroke="none" />
                </g>
            );
        })
    );
}

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
