import { max, min, nice, ticks } from 'd3-array';

export interface Scale {
    /** Values that the axis names. */
    marks: readonly number[];
    /** Where a value is: 0 at the bottom, 1 at the top. */
    share: (value: number) => number;
}

/** @param isWhole there is nothing between whole numbers */
export function linearScale(values: readonly number[], isWhole = false): Scale {
    const [, top] = nice(0, max(values) ?? 0, 3);
    const marks = top === 0 ? [0] : ticks(0, top, 3);
    return { marks: isWhole ? marks.filter(Number.isInteger) : marks, share: (value) => value / (top || 1) };
}

/** Of values that differ by powers of ten; what is not above zero is at its bottom. */
export function logScale(values: readonly number[]): Scale {
    const known = values.filter((value) => value > 0);
    const [least, most] = [min(known), max(known)];
    if (least === undefined || most === undefined) return linearScale(values);
    const bottom = Math.floor(Math.log10(least));
    const top = Math.max(Math.ceil(Math.log10(most)), bottom + 1);
    const powers = Array.from({ length: top - bottom + 1 }, (_, index) => 10 ** (bottom + index));
    // Of one decade or two the powers alone would say too little.
    const marks = top - bottom > 2 ? powers : powers.flatMap((power) => [power, power * 2, power * 5]).filter((mark) => mark <= 10 ** top);
    return {
        marks,
        share: (value) => Math.min(1, Math.max(0, (Math.log10(Math.max(value, 10 ** bottom)) - bottom) / (top - bottom)))
    };
}
