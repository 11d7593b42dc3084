import { AppError } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { canonicalJson } from '../../../kernel/runtime/canonical-json.ts';
import { claimAnswer, findAnswer, forgetAnswer, releaseAnswer, storeAnswer } from './connect-sessions.sql.ts';
import { sessionLifetimeMs } from './mint-session.ts';
import type { SecretKeyCaller } from '../../platform/environments/authenticate-secret-key.ts';

/** A server that was killed in between must not hold a key for longer than a client's patience. */
const claimLifetimeMs = 60_000;

/**
 * Runs `work` once per Idempotency-Key, which belongs to one route, one secret key and one input; a repeated one gets the first answer. The answer holds a token, so it is sealed,
 * and it is forgotten when the session that it names ends.
 * @param args.isAlive whether an answer given before is still worth something
 * @throws {AppError} `idempotency_key_reused` for another input or route, `idempotency_conflict` while the first request is at work
 */
export async function answerOnce<T>(
    { db, clock, seal, tokens }: Pick<Deps, 'db' | 'clock' | 'seal' | 'tokens'>,
    args: { caller: SecretKeyCaller; route: string; key: string | undefined; input: unknown; isAlive: (answer: T) => Promise<boolean> },
    work: () => Promise<T>
): Promise<T> {
    if (args.key === undefined) return work();
    const now = clock.now();
    const { environmentId, keyId } = args.caller;
    // Another secret key is another namespace: it must not be handed this one's token, nor learn that there is one.
    const keyHash = tokens.hash(`idempotency\0${keyId}\0${args.key}`);
    const requestHash = tokens.hash(canonicalJson([args.route, args.input]));
    const place = { table: 'idempotent_answers', column: 'answer', environmentId, rowId: keyHash.toString('hex') };
    const claim = {
        environment_id: environmentId,
        key_hash: keyHash,
        request_hash: requestHash,
        expires_at: new Date(now.getTime() + claimLifetimeMs)
    };
    while (!(await claimAnswer(db, claim, now))) {
        const stored = await findAnswer(db, environmentId, keyHash);
        if (stored && !tokens.matches(stored.request_hash, requestHash)) throw new AppError('idempotency_key_reused');
        if (!stored?.answer) throw new AppError('idempotency_conflict');
        const answer = seal.open<T>(place, stored.answer);
        if (await args.isAlive(answer)) return answer;
        await forgetAnswer(db, environmentId, keyHash, stored.answer);
    }
    try {
        const answer = await work();
        const expiresAt = new Date(now.getTime() + sessionLifetimeMs);
        await storeAnswer(db, claim, { answer: seal.seal(place, answer), expires_at: expiresAt });
        return answer;
    } catch (error) {
        // Its own failure would hide the one that the caller has to hear of; the claim ends by itself.
        await releaseAnswer(db, claim).catch(() => {});
        throw error;
    }
}
