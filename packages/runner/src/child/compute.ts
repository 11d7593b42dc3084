import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';

const MOST_CHARACTERS = 16 * 1024 ** 2;

const operations: Readonly<Record<string, (...values: string[]) => string>> = {
    uuid: () => randomUUID(),
    random: (size) => randomBytes(Math.min(Number(size), 65_536)).toString('base64'),
    hash: (algorithm = '', data = '') => createHash(algorithm).update(data, 'base64').digest('base64'),
    hmac: (algorithm = '', key = '', data = '') =>
        createHmac(algorithm, Buffer.from(key, 'base64')).update(data, 'base64').digest('base64'),
    equal: (one = '', other = '') => String(timingSafeEqual(Buffer.from(one, 'base64'), Buffer.from(other, 'base64')))
};

/** What isolates have computed for them, without any secret. */
export function compute(operation: unknown, ...values: unknown[]): string {
    try {
        const texts = values.map(String);
        if (texts.some(({ length }) => length > MOST_CHARACTERS)) return '-It is too large to compute on.';
        const known = Object.hasOwn(operations, String(operation)) ? operations[String(operation)] : undefined;
        return known ? `+${known(...texts)}` : '-There is no such operation.';
    } catch (error) {
        return `-${error instanceof Error ? error.message : 'It failed.'}`;
    }
}
