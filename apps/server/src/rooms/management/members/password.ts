import { argon2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { randomBytes } from '../../../kernel/crypto/random-bytes.ts';

const derive = promisify(argon2);

interface Parameters {
    /** KiB. */
    memory: number;
    passes: number;
    parallelism: number;
}

/** The first choice of the OWASP Password Storage Cheat Sheet for argon2id. */
const current: Parameters = { memory: 19_456, passes: 2, parallelism: 1 };
const hashBytes = 32;

/** @returns a PHC string, with the parameters that it was made with */
export async function hashPassword(password: string): Promise<string> {
    const nonce = Buffer.from(randomBytes(16));
    const tag = await argon2id(password, nonce, current, hashBytes);
    const { memory, passes, parallelism } = current;
    return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`;
}

const stored = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Takes as long for an unknown member. @param phc undefined: there is no such member */
export async function isPassword(password: string, phc: string | undefined): Promise<boolean> {
    const [, memory, passes, parallelism, nonce = '', tag = ''] = stored.exec(phc ?? '') ?? [];
    const expected = tag === '' ? Buffer.alloc(hashBytes) : Buffer.from(tag, 'base64');
    const parameters = tag === '' ? current : { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
    const salt = nonce === '' ? Buffer.alloc(16) : Buffer.from(nonce, 'base64');
    const given = await argon2id(password, salt, parameters, expected.length);
    return timingSafeEqual(given, expected) && tag !== '';
}

/** The same letters in another Unicode form are the same password (NIST SP 800-63B §3.1.1.2). */
async function argon2id(password: string, nonce: Buffer, parameters: Parameters, tagLength: number): Promise<Buffer> {
    return Buffer.from(await derive('argon2id', { message: password.normalize('NFKC'), nonce, tagLength, ...parameters }));
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
