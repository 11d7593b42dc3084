import { type PointerEvent, type SVGAttributes, useRef, useState } from 'react';
import { edge } from './drawing.tsx';

interface Ends {
    anchor: number;
    end: number;
}

export interface Selection {
    /** The points that are chosen, if any. */
    chosen: { first: number; last: number } | undefined;
    /** Chooses from the first one that was given since nothing was chosen. */
    extend: (from: number, to: number) => void;
    clear: () => void;
    /** @returns whether there was something to zoom into */
    zoom: () => boolean;
    /** Of the whole chart. */
    handlers: SVGAttributes<SVGSVGElement>;
}

/** Points of a chart that are chosen to zoom into, by dragging or by keys. */
export function useSelection({
    count,
    step,
    onZoom
}: {
    count: number;
    step: number;
    onZoom: (first: number, last: number) => void;
}): Selection {
    const [ends, setEnds] = useState<Ends>();
    const start = useRef<number>(undefined);
    /** The click that ends a drag opens nothing. */
    const hasDragged = useRef(false);
    const chosen = ends && periodOf(ends, count - 1);
    const clear = () => setEnds(undefined);
    const zoom = () => {
        clear();
        if (!chosen) return false;
        onZoom(chosen.first, chosen.last);
        return true;
    };
    const pointAt = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
        const point = Math.floor((clientX - currentTarget.getBoundingClientRect().left - edge.left) / step);
        return Math.min(Math.max(point, 0), count - 1);
    };
    return {
        chosen,
        extend: (from, to) => setEnds({ anchor: ends?.anchor ?? from, end: to }),
        clear,
        zoom,
        handlers: {
            onPointerDown(event) {
                hasDragged.current = false;
                start.current = event.button === 0 && !event.ctrlKey && !event.metaKey ? pointAt(event) : undefined;
            },
            onPointerMove(event) {
                const anchor = start.current;
                if (anchor === undefined) return;
                const end = pointAt(event);
                if (end === anchor && !hasDragged.current) return;
                // Until it is let go, wherever that is.
                if (!hasDragged.current) event.currentTarget.setPointerCapture(event.pointerId);
                hasDragged.current = true;
                setEnds({ anchor, end });
            },
            onPointerUp() {
                if (start.current !== undefined && hasDragged.current) zoom();
                start.current = undefined;
            },
            onPointerCancel() {
                start.current = undefined;
                clear();
            },
            onClickCapture(event) {
                if (!hasDragged.current || event.detail === 0) return;
                hasDragged.current = false;
                event.preventDefault();
                event.stopPropagation();
            },
            // Links would be dragged away.
            onDragStart: (event) => event.preventDefault(),
            onKeyDown(event) {
                if (event.key !== 'Escape' || !chosen) return;
                event.preventDefault();
                event.stopPropagation();
                start.current = undefined;
                clear();
            },
            onBlur({ currentTarget, relatedTarget }) {
                if (start.current === undefined && !currentTarget.contains(relatedTarget)) clear();
            }
        }
    };
}

/** One point alone is no period: it is clicked. */
function periodOf({ anchor, end }: Ends, most: number): Selection['chosen'] {
    const [first, last] = [Math.min(anchor, end), Math.min(Math.max(anchor, end), most)];
    return first < last ? { first, last } : undefined;
}
