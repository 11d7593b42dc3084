import type { Marker } from './series.ts';
import type { Target } from './use-targets.ts';

/** What a point leads to, and how it is called. */
export interface Point extends Target {
    /** What is read out, and shown beneath. */
    text: string;
    /** Below the axis. */
    tick: string;
    /** What was changed in its time, with where that is in it, from 0 to 1. */
    markers: readonly (Marker & { share: number })[];
}
