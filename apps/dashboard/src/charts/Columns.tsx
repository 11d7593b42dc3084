import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { edge, inner } from './drawing.tsx';
import type { Point } from './point.ts';
import { PointLink } from './PointLink.tsx';
import type { Selection } from './use-selection.ts';

interface Props {
    points: readonly Point[];
    step: number;
    active: number | undefined;
    setActive: (index: number | undefined) => void;
    selection: Selection;
}

/** A link over each point, of which Tab comes to one. */
export function Columns({ points, step, active, setActive, selection }: Props) {
    const links = useRef<(HTMLAnchorElement | null)[]>([]);
    const [last, setLast] = useState(points.length - 1);
    const current = Math.min(last, points.length - 1);
    const isZooming = useRef(false);
    const began = points[0]?.href;
    useLayoutEffect(() => {
        // The point that had the focus may be gone.
        if (isZooming.current) links.current[points.length - 1]?.focus();
        isZooming.current = false;
    }, [began, points.length]);
    const press = (event: KeyboardEvent, index: number) => {
        const wanted = moves[event.key]?.(index, points.length - 1);
        if (event.key === 'Enter' && selection.chosen) {
            event.preventDefault();
            isZooming.current = selection.zoom();
        }
        if (wanted === undefined) return;
        event.preventDefault();
        if (event.shiftKey) selection.extend(index, wanted);
        else selection.clear();
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
            tabIndex={index === current ? 0 : -1}
            onKeyDown={(event) => press(event, index)}
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
