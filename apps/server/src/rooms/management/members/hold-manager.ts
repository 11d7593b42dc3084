import { AppError } from '@patchbay/contracts';
import type { Db } from '@patchbay/db';
import type { MemberCaller } from './dashboard-session.ts';
import { lockMember } from './members.sql.ts';
import { requireManager } from './require-manager.ts';

/**
 * Holds the role of a member until the transaction ends, so that it is not taken meanwhile.
 * @throws {AppError} `sign_in_required` when they were removed, `forbidden`
 * @race a member who is being removed does something that outlasts it: row lock on the member
 */
export async function holdManager(trx: Db, { member }: MemberCaller): Promise<void> {
    const held = await lockMember(trx, member.id);
    if (!held) throw new AppError('sign_in_required');
    requireManager({ member: held });
}
