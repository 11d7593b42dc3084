import { isRecord } from '../check-fields.ts';
import { hashOf } from '../gem/random.ts';

/** An object of the API, in the form in which it is sent. */
export type Row = Record<string, unknown>;

export const DAY_MS = 86_400_000;

export const rowOf = (value: unknown): Row => (isRecord(value) ? value : {});
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
export const numberOf = (value: unknown): number | undefined => (typeof value === 'number' && Number.isFinite(value) ? value : undefined);

export const jsonDate = (ms: number): string => `/Date(${ms}+0000)/`;
export const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Unix milliseconds of a date in the form of a response, or of an ISO date as in a request. */
export function msOf(value: unknown): number | undefined {
    const sent = textOf(value);
    if (sent === undefined) return undefined;
    const digits = /^\/Date\((-?\d+)/.exec(sent)?.[1];
    const ms = digits === undefined ? Date.parse(/^\d{4}-\d{2}-\d{2}T[\d:.]+$/.test(sent) ? `${sent}Z` : sent) : Number(digits);
    return Number.isNaN(ms) ? undefined : ms;
}

/** Half away from zero; the text in between removes the error of the multiplication. */
export function round(amount: number, places = 2): number {
    const scale = 10 ** places;
    return (Math.sign(amount) * Math.round(Number((Math.abs(amount) * scale).toFixed(4)))) / scale + 0;
}

/** The same id for the same arguments. */
export function guidOf(seed: number, kind: number, index: number): string {
    const hex = [0, 1, 2, 3]
        .map((salt) =>
            hashOf(seed, index, 1000 + kind * 4 + salt)
                .toString(16)
                .padStart(8, '0')
        )
        .join('');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}
