import { AppError, type MemberRole, memberRoles, roleCatalog } from '@patchbay/contracts';
import type { Db, MemberRow } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import type { MemberCaller } from './dashboard-session.ts';
import { requireManager } from './require-manager.ts';
import { changeMember, countOwners, endSessions, findMember, lockMembers, revokeInvitationsOf } from './members.sql.ts';

/**
 * @throws {AppError} `not_found`, `forbidden`, `conflict` for the last owner, and where another
 * role was expected
 * @race two owners take the role from each other: lock for the transaction
 */
export async function updateMemberRow(
    { db, clock }: Pick<Deps, 'clock' | 'db'>,
    caller: MemberCaller,
    id: string,
    changes: { name?: string | undefined; role?: MemberRole | undefined; expected_role?: MemberRole | undefined }
): Promise<MemberRow> {
    const { name, role, expected_role: expected } = changes;
    return db.transaction().execute(async (trx) => {
        await lockMembers(trx);
        const { own, member } = await requireChangeable(trx, caller, id, {
            changesRole: role !== undefined,
            losesOwner: role !== undefined && role !== 'owner'
        });
        if (expected !== undefined && expected !== member.role)
            throw new AppError('conflict', { message: `Someone else has made ${member.name} ${roleCatalog[member.role].name} meanwhile.` });
        if (role === 'owner' && own.role !== 'owner') throw new AppError('forbidden', { message: 'Only an owner can make an owner.' });
        await changeMember(trx, id, { ...(name !== undefined && { name }), ...(role !== undefined && { role }) });
        // A session that was begun with less is worth no more: its cookie may be known to others.
        if (role !== undefined && memberRoles.indexOf(role) < memberRoles.indexOf(member.role))
            await endSessions(trx, { memberId: id }, clock.now());
        // What they have invited to may be more than they may do by now.
        if (role !== undefined && role !== member.role) await revokeInvitationsOf(trx, id, clock.now());
        return { ...member, ...(name !== undefined && { name }), ...(role !== undefined && { role }) };
    });
}

/**
 * Removes a member; their sessions and invitations end at once.
 * @throws {AppError} `not_found`, `forbidden`, `conflict` for the last owner
 * @race two owners remove each other: lock for the transaction
 */
export async function removeMemberRow({ db, clock }: Pick<Deps, 'clock' | 'db'>, caller: MemberCaller, id: string): Promise<void> {
    await db.transaction().execute(async (trx) => {
        await lockMembers(trx);
        await requireChangeable(trx, caller, id, { changesRole: false, losesOwner: true });
        const now = clock.now();
        await changeMember(trx, id, { removed_at: now });
        await endSessions(trx, { memberId: id }, now);
        await revokeInvitationsOf(trx, id, now);
    });
}

async function requireChangeable(
    trx: Db,
    caller: MemberCaller,
    id: string,
    { changesRole, losesOwner }: { changesRole: boolean; losesOwner: boolean }
): Promise<{ own: MemberRow; member: MemberRow }> {
    // As it is by now: the caller may have been removed, or have another role.
    const own = await findMember(trx, caller.member.id);
    if (!own) throw new AppError('sign_in_required');
    const member = await findMember(trx, id);
    if (!member) throw new AppError('not_found', { message: 'There is no such member.' });
    // Members may change their own name, and leave.
    if (own.id !== id || changesRole) requireManager({ member: own });
    if (member.role === 'owner' && own.role !== 'owner')
        throw new AppError('forbidden', { message: 'Only an owner can change or remove an owner.' });
    if (member.role === 'owner' && losesOwner && (await countOwners(trx)) === 1)
        throw new AppError('conflict', { message: 'This is the last owner. Make another member an owner before.' });
    return { own, member };
}
