import { randomBytes } from 'node:crypto';

/** Of what an account has already, as many are tried until the vendor takes one. */
export const MOST_TRIES = 60;

/** Finds what was written: unique, a letter and six letters or digits. */
export const newMark = () =>
    `C${BigInt(`0x${randomBytes(6).toString('hex')}`)
        .toString(36)
        .toUpperCase()
        .padStart(6, '0')
        .slice(-6)}`;

/** The header that makes a write safe to repeat. */
export const newKey = () => ({ 'idempotency-key': `conformance-${newMark()}-${newMark()}` });
