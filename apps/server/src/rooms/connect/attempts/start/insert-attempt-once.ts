import { AppError, invalidBody } from '@patchbay/contracts';
import type { AttemptRow, ConnectSessionRow } from '@patchbay/db';
import type { Deps } from '../../../../deps.ts';
import { canonicalJson } from '../../../../kernel/crypto/canonical-json.ts';
import { credentialTraits } from '../../../connections/connection-store/credential-traits.ts';
import type { Integration } from '../../../platform/integrations/open-integration.ts';
import { type AttemptSecrets, attemptPlace } from '../attempt-secrets.ts';
import { attemptLifetimeMs, findAttemptByKey, insertAttempt } from '../attempts.sql.ts';
import { workLeaseMs } from '../work-lease.ts';
import { toEntries } from '../step.ts';

const reusedKeyMessage = 'This Idempotency-Key has started an attempt with other input. Use a new key for another try.';

export interface NewAttempt {
    session: ConnectSessionRow;
    integration: Integration;
    secrets: AttemptSecrets;
    /** The connection to renew. */
    renewedId: string | undefined;
    idempotencyKey: string | undefined;
    /** What a request that repeats the key has to repeat too. */
    input: unknown;
    isForReferenceClient: boolean;
}

/**
 * Inserts an attempt; a repeated idempotency key finds its first one.
 * @throws {AppError} `invalid_body` for a key that was used with other input
 */
export async function insertAttemptOnce(
    deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'keyedHash' | 'seal'>,
    { session, integration, secrets, renewedId, idempotencyKey, input, isForReferenceClient }: NewAttempt
): Promise<{ row: AttemptRow; isRepeat: boolean }> {
    const now = deps.clock.now();
    const key = { environment_id: session.environment_id, id: deps.ids.uuid() };
    const idempotencyHash = idempotencyKey === undefined ? null : deps.keyedHash.hash(`attempt\0${idempotencyKey}`);
    // Keyed, because input may be short enough to be guessed.
    const inputHash = idempotencyHash && deps.keyedHash.hash(canonicalJson(input));
    const isSignIn = credentialTraits(integration.provider).isSignIn === true;
    const row = await insertAttempt(deps.db, {
        ...key,
        session_id: session.id,
        integration_id: integration.row.id,
        connection_id: renewedId ?? deps.ids.uuid(),
        is_reconnect: renewedId !== undefined,
        status: isSignIn ? 'created' : 'verifying',
        ref: deps.ids.ref(),
        idempotency_hash: idempotencyHash,
        input_hash: inputHash,
        secrets: deps.seal.seal(attemptPlace(key, 'secrets'), secrets),
        working_until: isSignIn ? null : new Date(now.getTime() + workLeaseMs),
        end_user_id: session.end_user?.id ?? null,
        timeline: toEntries(isSignIn ? ['created'] : ['created', 'checking'], now),
        expires_at: new Date(now.getTime() + attemptLifetimeMs),
        for_reference_client: isForReferenceClient,
        created_at: now,
        updated_at: now
    });
    if (row) return { row, isRepeat: false };
    const first = idempotencyHash && (await findAttemptByKey(deps.db, session.environment_id, session.id, idempotencyHash));
    if (!first) throw new AppError('conflict');
    const isSame = first.input_hash === null || inputHash === null || deps.keyedHash.matches(first.input_hash, inputHash);
    if (first.integration_id !== integration.row.id) throw invalidBody(['integration_id'], reusedKeyMessage);
    if (!isSame) throw invalidBody(['credentials'], reusedKeyMessage);
    return { row: first, isRepeat: true };
}
