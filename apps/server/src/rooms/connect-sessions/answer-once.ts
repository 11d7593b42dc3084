import { createHash } from 'node:crypto';
import { AppError } from '@patchbay/contracts';
import type { Deps } from '../../deps.ts';
import { claimAnswer, findAnswer, forgetAnswer, releaseAnswer, storeAnswer } from './connect-sessions.sql.ts';
import { sessionLifetimeMs } from './mint-session.ts';

/** A server that was killed in between must not hold a key for longer than a client's patience. */
const claimLifetimeMs = 60_000;

/**
 * Runs `work` once per Idempotency-Key; a repeated key with the same body gets the first answer. The answer holds a token, so it is sealed,
 * and it is forgotten when the session that it names ends.
 * @param args.isAlive whether an answer given before is still worth something
 * @throws {AppError} `idempotency_key_reused` for another body, `idempotency_conflict` while the first request is at work
 */
export async function answerOnce<T>(
    { db, clock, seal, tokens }: Pick<Deps, 'db' | 'clock' | 'seal' | 'tokens'>,
    args: { environmentId: string; key: string | undefined; request: unknown; isAlive: (answer: T) => Promise<boolean> },
    work: () => Promise<T>
): Promise<T> {
    if (args.key === undefined) return work();
    const now = clock.now();
    const keyHash = tokens.hash(`idempotency\0${args.key}`);
    const requestHash = createHash('sha256').update(JSON.stringify(args.request)).digest();
    const place = { table: 'idempotent_answers', column: 'answer', environmentId: args.environmentId, rowId: keyHash.toString('hex') };
    const claim = {
        environment_id: args.environmentId,
        key_hash: keyHash,
        request_hash: requestHash,
        expires_at: new Date(now.getTime() + claimLifetimeMs)
    };
    while (!(await claimAnswer(db, claim, now))) {
        const stored = await findAnswer(db, args.environmentId, keyHash);
        if (stored && !tokens.matches(stored.request_hash, requestHash)) throw new AppError('idempotency_key_reused');
        if (!stored?.answer) throw new AppError('idempotency_conflict');
        const answer = seal.open<T>(place, stored.answer);
        if (await args.isAlive(answer)) return answer;
        await forgetAnswer(db, args.environmentId, keyHash, stored.answer);
    }
    try {
        const answer = await work();
        const sealed = seal.seal(place, answer);
        await storeAnswer(db, {
            environment_id: args.environmentId,
            key_hash: keyHash,
            answer: sealed,
            expires_at: new Date(now.getTime() + sessionLifetimeMs)
        });
        return answer;
    } catch (error) {
        await releaseAnswer(db, args.environmentId, keyHash);
        throw error;
    }
}
