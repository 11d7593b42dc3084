import { AppError, type InvitationView, type MemberRole } from '@patchbay/contracts';
import type { Db, MemberInvitationRow, MemberRow } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { beginSession, type MemberCaller } from './dashboard-session.ts';
import {
    findInvitation,
    findMember,
    findMemberByEmail,
    hasMembers,
    insertInvitation,
    insertMember,
    lockMembers,
    markAccepted
} from './members.sql.ts';
import { requireManager } from './require-manager.ts';
import { hashLimited } from './sign-in.ts';

const inviteMs = 7 * 24 * 60 * 60_000;
const ownerLinkMs = 24 * 60 * 60_000;

type Needs = Pick<Deps, 'clock' | 'ids' | 'keyedHash'> & { config: Pick<Deps['config'], 'publicUrl'> };

/** The token is behind the `#`, which browsers send to no server and no log. */
const linkOf = (publicUrl: string, token: string) => `${publicUrl}/dashboard/join#${token}`;

async function makeInvitation(
    { clock, config, ids, keyedHash }: Needs,
    db: Db,
    invitation: Pick<MemberInvitationRow, 'email' | 'role' | 'is_first' | 'invited_by'>,
    lifetimeMs: number
): Promise<{ row: Omit<MemberInvitationRow, 'accepted_at' | 'revoked_at'>; link: string }> {
    const token = ids.secret();
    const now = clock.now();
    const row = {
        id: ids.uuid(),
        token_hash: keyedHash.hash(token),
        ...invitation,
        created_at: now,
        expires_at: new Date(now.getTime() + lifetimeMs)
    };
    await insertInvitation(db, row);
    return { row, link: linkOf(config.publicUrl, token) };
}

/**
 * A link for an owner, made by an operator of the server.
 * @param isFirst it is of no use once there is a member
 */
export async function makeOwnerLink(deps: Needs & Pick<Deps, 'db'>, isFirst: boolean): Promise<string> {
    const invitation = { email: null, role: 'owner' as const, is_first: isFirst, invited_by: null };
    return (await makeInvitation(deps, deps.db, invitation, ownerLinkMs)).link;
}

/**
 * @throws {AppError} `forbidden`, `conflict` where the address is a member's
 * @race the role of who invites changes meanwhile: lock for the transaction
 */
export async function inviteMember(
    deps: Needs & Pick<Deps, 'db'>,
    { member }: MemberCaller,
    { email, role }: { email: string; role: MemberRole }
): Promise<InvitationView & { link: string }> {
    return deps.db.transaction().execute(async (trx) => {
        await lockMembers(trx);
        const own = await findMember(trx, member.id);
        if (!own) throw new AppError('sign_in_required');
        requireManager({ member: own });
        if (role === 'owner' && own.role !== 'owner') throw new AppError('forbidden', { message: 'Only an owner can invite an owner.' });
        if (await findMemberByEmail(trx, email)) throw new AppError('conflict', { message: `${email} is a member already.` });
        const { row, link } = await makeInvitation(deps, trx, { email, role, is_first: false, invited_by: member.id }, inviteMs);
        return { ...describeInvitation(row), link };
    });
}

export function describeInvitation({
    id,
    email,
    role,
    created_at,
    expires_at
}: Omit<MemberInvitationRow, 'accepted_at' | 'revoked_at'>): InvitationView {
    return { id, email, role, created_at: created_at.toISOString(), expires_at: expires_at.toISOString() };
}

/** @throws {AppError} `unknown_invitation` */
export async function requireInvitation({ clock, db, keyedHash }: Pick<Deps, 'clock' | 'db' | 'keyedHash'>, token: string) {
    const found = await findInvitation(db, keyedHash.hash(token), clock.now());
    if (!found || (found.is_first && (await hasMembers(db)))) throw new AppError('unknown_invitation');
    return found;
}

/**
 * Makes a member, who is signed in by it.
 * @throws {AppError} `unknown_invitation`, `conflict` where the address is a member's
 * @race two accept the first link, or one link twice: lock for the transaction; condition in the
 * statement; unique address
 */
export async function acceptInvitation(
    deps: Needs & Pick<Deps, 'config' | 'db' | 'passwordLimiter'>,
    given: { token: string; email: string; name: string; password: string },
    userAgent: string
): Promise<{ member: MemberRow; cookie: string }> {
    const invitation = await requireInvitation(deps, given.token);
    if (invitation.email !== null && invitation.email.toLowerCase() !== given.email.toLowerCase())
        throw new AppError('unknown_invitation', { message: `This invitation is for ${invitation.email}.` });
    const passwordHash = await hashLimited(deps, given.password);
    const id = deps.ids.uuid();
    const cookie = await deps.db.transaction().execute(async (trx) => {
        await lockMembers(trx);
        const now = deps.clock.now();
        if (invitation.is_first && (await hasMembers(trx))) throw new AppError('unknown_invitation');
        if (!(await markAccepted(trx, invitation.id, now))) throw new AppError('unknown_invitation');
        const { email, name } = given;
        const isNew = await insertMember(trx, { id, email, name, role: invitation.role, password_hash: passwordHash, created_at: now });
        if (!isNew) throw new AppError('conflict', { message: `${email} is a member already. Sign in instead.` });
        return beginSession(deps, trx, { memberId: id, userAgent });
    });
    const member = await findMember(deps.db, id);
    if (!member) throw new AppError('unknown_invitation');
    return { member, cookie };
}
