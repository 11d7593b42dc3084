import { randomInt, randomUUID } from 'node:crypto';
import { randomBytes } from './random-bytes.ts';

export interface Ids {
    uuid(): string;
    /** A UUID of version 7 (RFC 9562 §5.7): those of later times, of one process, sort later. */
    timeOrdered(at: Date): string;
    /** 256 random bits, for one-time codes, states and cookies. */
    secret(): string;
    /** What a person reads out to support, e.g. `C-7F3K2`: no letters that look like digits. */
    ref(): string;
}

/** What a synchronised clock may go back. */
const maxSetBackMs = 1000;
const refLetters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

export const randomIds: Ids = {
    uuid: () => randomUUID(),
    timeOrdered: createTimeOrdered(),
    secret: () => randomBytes(32).toString('base64url'),
    ref: () => `C-${Array.from({ length: 5 }, () => refLetters[randomInt(refLetters.length)]).join('')}`
};

/** Within a millisecond the 12 bits after the time count on (RFC 9562 §6.2, method 1). */
function createTimeOrdered(): Ids['timeOrdered'] {
    let lastMs = 0;
    let count = 0;
    return (at) => {
        const ms = at.getTime();
        // Beyond 4,096 in a millisecond, or a clock that goes back a little, the last time goes on.
        if (ms > lastMs || ms < lastMs - maxSetBackMs) [lastMs, count] = [ms, 0];
        else if (++count > 0xfff) [lastMs, count] = [lastMs + 1, 0];
        const random = randomUUID();
        const time = lastMs.toString(16).padStart(12, '0');
        return `${time.slice(0, 8)}-${time.slice(8)}-7${count.toString(16).padStart(3, '0')}${random.slice(18)}`;
    };
}

/** The least UUID of version 7 of a time, for comparisons. */
export function firstIdAt(at: Date): string {
    const time = Math.max(0, at.getTime()).toString(16).padStart(12, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}
