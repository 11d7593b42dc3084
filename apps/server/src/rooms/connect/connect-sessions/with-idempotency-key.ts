import { AppError } from '@patchbay/contracts';
import type { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import { sealedTable } from '../../../kernel/crypto/sealed-table.ts';
import { canonicalJson } from '../../../kernel/crypto/canonical-json.ts';
import {
    claimIdempotencyKey,
    findStoredResponse,
    deleteStoredResponse,
    releaseIdempotencyKey,
    storeResponse
} from './connect-sessions.sql.ts';
import { sessionLifetimeMs } from './mint-session.ts';
import type { SecretKeyCaller } from '../../platform/environments/authenticate-secret-key.ts';

export const sealedResponses = sealedTable({ name: 'idempotent_answers', columns: ['answer'], key: 'key_hash', boundTo: ['key_hash'] });

/** A server killed during a claim must not block the key for longer than clients retry. */
const claimLifetimeMs = 60_000;

/**
 * Runs `work` once per Idempotency-Key; a repeated request gets the stored response. A key is
 * scoped to one route, secret key and input. The response holds a token: it is stored sealed, and
 * expires with its session.
 * @param args.form the form of a response
 * @param args.isAlive whether a stored response can still be used
 * @throws {AppError} `idempotency_key_reused` for another input or route, `idempotency_conflict`
 * while the first request runs
 */
export async function withIdempotencyKey<T>(
    { db, clock, seal, keyedHash }: Pick<Deps, 'db' | 'clock' | 'seal' | 'keyedHash'>,
    args: {
        caller: SecretKeyCaller;
        route: string;
        key: string | undefined;
        input: unknown;
        form: z.ZodType<T, T>;
        isAlive: (response: T) => Promise<boolean>;
    },
    work: () => Promise<T>
): Promise<T> {
    if (args.key === undefined) return work();
    const now = clock.now();
    const { environmentId, keyId } = args.caller;
    // Scoped to the secret key: another one must not get this token, nor learn that it exists.
    const keyHash = keyedHash.hash(`idempotency\0${keyId}\0${args.key}`);
    const requestHash = keyedHash.hash(canonicalJson([args.route, args.input]));
    const place = sealedResponses.place({ environment_id: environmentId, key_hash: keyHash }, 'answer');
    const claim = {
        environment_id: environmentId,
        key_hash: keyHash,
        request_hash: requestHash,
        expires_at: new Date(now.getTime() + claimLifetimeMs)
    };
    while (!(await claimIdempotencyKey(db, claim, now))) {
        const stored = await findStoredResponse(db, environmentId, keyHash);
        if (stored && !keyedHash.matches(stored.request_hash, requestHash)) throw new AppError('idempotency_key_reused');
        if (!stored?.answer) throw new AppError('idempotency_conflict');
        const response = seal.open(place, stored.answer, args.form);
        if (await args.isAlive(response)) return response;
        await deleteStoredResponse(db, environmentId, keyHash, stored.answer);
    }
    try {
        const response = await work();
        const expiresAt = new Date(now.getTime() + sessionLifetimeMs);
        await storeResponse(db, claim, { answer: seal.seal(place, response), expires_at: expiresAt });
        return response;
    } catch (error) {
        // A failure of this would hide the first error; the claim expires.
        await releaseIdempotencyKey(db, claim).catch(() => {});
        throw error;
    }
}
