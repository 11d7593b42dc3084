import { randomInt, randomUUID } from 'node:crypto';
import { randomBytes } from './random-bytes.ts';

export interface Ids {
    uuid(): string;
    /** 256 random bits, for one-time codes, states and cookies. */
    secret(): string;
    /** What a person reads out to support, e.g. `C-7F3K2`: no letters that look like digits. */
    ref(): string;
}

const refLetters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

export const randomIds: Ids = {
    uuid: () => randomUUID(),
    secret: () => randomBytes(32).toString('base64url'),
    ref: () => `C-${Array.from({ length: 5 }, () => refLetters[randomInt(refLetters.length)]).join('')}`
};
