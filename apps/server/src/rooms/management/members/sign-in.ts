import { AppError } from '@patchbay/contracts';
import type { MemberRow } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { beginSession, type MemberCaller } from './dashboard-session.ts';
import { changeMember, endSessions, findMember, findMemberByEmail, lockMember } from './members.sql.ts';
import { hashPassword, isPassword } from './password.ts';
import { countSignIn, forgetSignIn } from './sign-in-limit.ts';

/** How a client signs in, and from where. */
export interface Client {
    address: string;
    userAgent: string;
}

type Needs = Pick<Deps, 'clock' | 'config' | 'db' | 'ids' | 'keyedHash' | 'passwordLimiter'>;

/**
 * @returns the member, and the cookie of a new session
 * @throws {AppError} `sign_in_failed`, `too_many_request`
 * @race the member is removed meanwhile: each request looks at the member's row
 * @race the password is changed meanwhile: row lock on the member, condition on the password
 */
export async function signInMember(
    deps: Needs,
    { email, password }: { email: string; password: string },
    client: Client
): Promise<{ member: MemberRow; cookie: string }> {
    const given = { email, address: client.address };
    await countSignIn(deps, given);
    const member = await findMemberByEmail(deps.db, email);
    if (!(await checkPassword(deps, password, member)) || !member) throw new AppError('sign_in_failed');
    await forgetSignIn(deps, given);
    const cookie = await deps.db.transaction().execute(async (trx) => {
        const held = await lockMember(trx, member.id);
        // Else a session that was begun with the old password would outlive it.
        if (held?.password_hash !== member.password_hash) throw new AppError('sign_in_failed');
        return beginSession(deps, trx, { memberId: member.id, userAgent: client.userAgent });
    });
    return { member, cookie };
}

/**
 * Changes the own password; all sessions of the member end, and another one begins in their place.
 * @returns its cookie
 * @throws {AppError} `sign_in_failed` with 403, `too_many_request`
 * @race another browser signs in with the old password meanwhile: row lock on the member
 */
export async function changeOwnPassword(
    deps: Needs,
    { member: { id, email } }: MemberCaller,
    { current, password }: { current: string; password: string },
    client: Client
): Promise<string> {
    const given = { email, address: client.address };
    await countSignIn(deps, given);
    if (!(await checkPassword(deps, current, await findMember(deps.db, id))))
        throw new AppError('sign_in_failed', { status: 403, message: 'The current password is wrong.' });
    await forgetSignIn(deps, given);
    const hash = await hashLimited(deps, password);
    return deps.db.transaction().execute(async (trx) => {
        await changeMember(trx, id, { password_hash: hash });
        // The own one too: who has stolen its cookie is signed out as well.
        await endSessions(trx, { memberId: id }, deps.clock.now());
        return beginSession(deps, trx, { memberId: id, userAgent: client.userAgent });
    });
}

async function checkPassword(
    { passwordLimiter }: Pick<Deps, 'passwordLimiter'>,
    password: string,
    member: MemberRow | undefined
): Promise<boolean> {
    return passwordLimiter(() => isPassword(password, member?.password_hash));
}

export function hashLimited({ passwordLimiter }: Pick<Deps, 'passwordLimiter'>, password: string): Promise<string> {
    return passwordLimiter(() => hashPassword(password));
}
