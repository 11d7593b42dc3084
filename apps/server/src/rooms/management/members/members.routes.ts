import {
    acceptInvitation as acceptInvitationContract,
    AppError,
    changePassword,
    createInvitation,
    listInvitations,
    listMembers,
    listMemberSessions,
    readDashboardSession,
    readInvitation,
    removeMember,
    revokeInvitation,
    signIn,
    signOut,
    updateMember
} from '@patchbay/contracts';
import type { Request } from 'express';
import { type HandlerDeps, route } from '../../../kernel/http/mount.ts';
import { removeMemberRow, updateMemberRow } from './change-members.ts';
import { describeMember, describeSession, idleSince, requireSameOrigin, sessionCookie } from './dashboard-session.ts';
import { acceptInvitation, describeInvitation, inviteMember, requireInvitation } from './invitations.ts';
import { endSessions, findMember, findMembers, findOpenInvitations, findSessionsOf, markRevoked } from './members.sql.ts';
import { requireManager } from './require-manager.ts';
import { changeOwnPassword, type Client, signInMember } from './sign-in.ts';

const done = { success: true as const };

function clientOf({ clientAddress }: HandlerDeps, request: Request): Client {
    return { address: clientAddress(request), userAgent: request.headers['user-agent'] ?? '' };
}

export const memberRoutes = [
    route(readDashboardSession, async (deps, { auth }) => {
        const member = await findMember(deps.db, auth.member.id);
        if (!member) throw new AppError('sign_in_required');
        return { data: await describeSession(deps, member) };
    }),
    route(signIn, async (deps, { body, setHeader }, request) => {
        requireSameOrigin(request, deps.config.publicUrl);
        const { member, cookie } = await signInMember(deps, body, clientOf(deps, request));
        setHeader('set-cookie', cookie);
        return { data: await describeSession(deps, member) };
    }),
    route(signOut, async ({ db, clock, config }, { auth, body, setHeader }) => {
        await endSessions(db, body.everywhere ? { memberId: auth.member.id } : { id: auth.sessionId }, clock.now());
        setHeader('set-cookie', sessionCookie(config.publicUrl, undefined));
        return done;
    }),
    route(changePassword, async (deps, { auth, body, setHeader }, request) => {
        setHeader('set-cookie', await changeOwnPassword(deps, auth, body, clientOf(deps, request)));
        return done;
    }),
    route(listMemberSessions, async ({ db, clock }, { auth }) => {
        const now = clock.now();
        const rows = await findSessionsOf(db, auth.member.id, { now, idleSince: idleSince(now) });
        return {
            data: rows.map(({ id, user_agent, created_at, last_seen_at }) => ({
                id,
                user_agent,
                created_at: created_at.toISOString(),
                last_seen_at: last_seen_at.toISOString(),
                is_this_one: id === auth.sessionId
            }))
        };
    }),
    route(listMembers, async ({ db }) => ({ data: (await findMembers(db)).map(describeMember) })),
    route(updateMember, async (deps, { auth, params, body }) => {
        return { data: describeMember(await updateMemberRow(deps, auth, params.member_id, body)) };
    }),
    route(removeMember, async (deps, { auth, params }) => {
        await removeMemberRow(deps, auth, params.member_id);
        return done;
    }),
    route(listInvitations, async ({ db, clock }, { auth }) => {
        requireManager(auth);
        return { data: (await findOpenInvitations(db, clock.now())).map(describeInvitation) };
    }),
    route(createInvitation, async (deps, { auth, body }) => {
        return { data: await inviteMember(deps, auth, body) };
    }),
    route(revokeInvitation, async ({ db, clock }, { auth, params }) => {
        requireManager(auth);
        if (!(await markRevoked(db, params.invitation_id, clock.now())))
            throw new AppError('not_found', { message: 'There is no such invitation, or it was accepted.' });
        return done;
    }),
    route(readInvitation, async (deps, { body }, request) => {
        requireSameOrigin(request, deps.config.publicUrl);
        const { email, role, inviter, is_first } = await requireInvitation(deps, body.token);
        return { data: { email, role, invited_by: inviter, is_first } };
    }),
    route(acceptInvitationContract, async (deps, { body, setHeader }, request) => {
        requireSameOrigin(request, deps.config.publicUrl);
        const { member, cookie } = await acceptInvitation(deps, body, request.headers['user-agent'] ?? '');
        setHeader('set-cookie', cookie);
        return { data: await describeSession(deps, member) };
    })
];
