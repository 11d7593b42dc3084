import type { Db } from '@patchbay/db';
import { findAccountKey } from '../../platform/environments/account-keys.sql.ts';
import { findSecretKey, type KeyMaker } from '../../platform/environments/environments.sql.ts';
import type { KeyManager } from './environment-of.ts';

/** Who makes a key, with the name that they have now. */
export async function makerOf(trx: Db, caller: KeyManager): Promise<KeyMaker> {
    if (caller.kind === 'secret_key' && caller.member)
        return { made_by_kind: 'member', made_by_id: caller.member.id, made_by_name: caller.member.name };
    const key = caller.kind === 'account_key' ? await findAccountKey(trx, caller.keyId) : await findSecretKey(trx, caller.keyId);
    return { made_by_kind: caller.kind, made_by_id: caller.keyId, made_by_name: key?.display_name ?? caller.keyId };
}
