import type { Deps } from '../../deps.ts';
import type { Callers, SecretKeyCaller } from '../../kernel/authenticate.ts';
import { findSecretKey, touchSecretKey } from './environments.sql.ts';

// Compared with when no such key exists, so that an unknown id takes the same path as a wrong secret.
const nobody = Buffer.alloc(32);

export async function findSecretKeyCaller(
    { db, clock, tokens }: Pick<Deps, 'db' | 'clock' | 'tokens'>,
    key: Parameters<Callers['bySecretKey']>[0]
): Promise<SecretKeyCaller | undefined> {
    const row = await findSecretKey(db, key.publicId);
    const isRight = tokens.matches(row?.secret_hash ?? nobody, tokens.hash(key.secret));
    if (!row || !isRight || row.environment_name !== key.environmentName) return undefined;
    const now = clock.now();
    if (row.last_used_at === null || now.getTime() - row.last_used_at.getTime() > 60_000) await touchSecretKey(db, row, now);
    return {
        kind: 'secret_key',
        environmentId: row.environment_id,
        environmentName: row.environment_name,
        keyId: row.id,
        scopes: row.scopes
    };
}
