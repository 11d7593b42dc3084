import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { memberRoles } from './member-role.ts';
import { data, emailAddress, isoDateTime, success } from './primitives.ts';

const role = z.enum(memberRoles).describe('What the member may do.');
const memberName = z.string().trim().min(1, 'Give your name.').max(255).describe('For people.');

export const shortestPassword = 12;
/** Long enough that length alone makes guessing hopeless (NIST SP 800-63B §3.1.1). */
export const newPassword = z
    .string()
    .min(shortestPassword, `Use at least ${shortestPassword} characters.`)
    .max(512, 'Use at most 512 characters.')
    .describe('The password to sign in with.');

const member = z.object({
    id: z.uuid().describe('Id of the member.'),
    email: z.string().describe('Address to sign in with.'),
    name: memberName,
    role,
    created_at: isoDateTime.describe('Since when.'),
    last_seen_at: isoDateTime.nullable().describe('When they last used the dashboard, to the minute.')
});
export type MemberView = z.output<typeof member>;

const exampleMember = {
    id: '0b0a5c6e-6f5b-4a5c-9a34-6a3e6e4b7d10',
    email: 'dana@acme.example',
    name: 'Dana',
    role: 'admin',
    created_at: '2026-03-01T09:00:00.000Z',
    last_seen_at: '2026-03-02T09:00:00.000Z'
} satisfies MemberView;

const session = data(
    z.object({
        member,
        environments: z
            .array(z.object({ name: z.string().describe('Name of the environment.'), is_production: z.boolean() }))
            .describe('All there are.'),
        urls: z.object({ api: z.string(), connect: z.string() }).describe('Public addresses.'),
        version: z.string().describe('Release of the server.')
    })
);
export type DashboardSession = z.output<typeof session>['data'];
const exampleSession = {
    data: {
        member: exampleMember,
        environments: [
            { name: 'dev', is_production: false },
            { name: 'prod', is_production: true }
        ],
        urls: { api: 'http://localhost:3003', connect: 'http://localhost:3009' },
        version: '0.70.0'
    }
};

const signedIn = { auth: ['dashboard_session'] } as const;
const noSession = { auth: [] } as const;

export const readDashboardSession = defineEndpoint({
    id: 'readDashboardSession',
    method: 'GET',
    path: '/dashboard/api/session',
    summary: 'Who is signed in.',
    ...signedIn,
    success: { status: 200, body: session, example: exampleSession }
});

export const signIn = defineEndpoint({
    id: 'signIn',
    method: 'POST',
    path: '/dashboard/api/sign-in',
    summary: 'Sign in. The response sets the cookie of the session.',
    ...noSession,
    limitsItself: true,
    body: z.strictObject({ email: z.string().trim().min(1).max(255), password: z.string().min(1).max(512) }),
    success: { status: 200, body: session, example: exampleSession },
    errors: { sign_in_failed: true, forbidden: true },
    example: { body: { email: 'dana@acme.example', password: 'correct horse battery' } }
});

export const signOut = defineEndpoint({
    id: 'signOut',
    method: 'POST',
    path: '/dashboard/api/sign-out',
    summary: 'End this session, or all of the member.',
    ...signedIn,
    body: z.strictObject({ everywhere: z.boolean().default(false) }),
    success: { status: 200, body: success, example: { success: true } },
    example: { body: {} }
});

export const changePassword = defineEndpoint({
    id: 'changePassword',
    method: 'POST',
    path: '/dashboard/api/password',
    summary: 'Change the own password, which ends all other sessions of the member.',
    ...signedIn,
    body: z.strictObject({ current: z.string().min(1).max(512), password: newPassword }),
    success: { status: 200, body: success, example: { success: true } },
    errors: { sign_in_failed: 403 },
    example: { body: { current: 'correct horse battery', password: 'staple battery horse' } }
});

const sessionView = z.object({
    id: z.uuid(),
    user_agent: z.string(),
    created_at: isoDateTime,
    last_seen_at: isoDateTime,
    is_this_one: z.boolean()
});
export type MemberSessionView = z.output<typeof sessionView>;

export const listMemberSessions = defineEndpoint({
    id: 'listMemberSessions',
    method: 'GET',
    path: '/dashboard/api/sessions',
    summary: 'Where the member is signed in.',
    ...signedIn,
    success: {
        status: 200,
        body: data(z.array(sessionView)),
        example: {
            data: [
                {
                    id: '5b0a5c6e-6f5b-4a5c-9a34-6a3e6e4b7d10',
                    user_agent: 'Firefox on Linux',
                    created_at: '2026-03-01T09:00:00.000Z',
                    last_seen_at: '2026-03-02T09:00:00.000Z',
                    is_this_one: true
                }
            ]
        }
    }
});

export const listMembers = defineEndpoint({
    id: 'listMembers',
    method: 'GET',
    path: '/dashboard/api/members',
    summary: 'Who can use the dashboard.',
    ...signedIn,
    success: { status: 200, body: data(z.array(member)), example: { data: [exampleMember] } }
});

const memberParams = z.object({ member_id: z.uuid() });

export const updateMember = defineEndpoint({
    id: 'updateMember',
    method: 'PATCH',
    path: '/dashboard/api/members/:member_id',
    summary: 'Change the name or the role of a member.',
    ...signedIn,
    params: memberParams,
    body: z.strictObject({
        name: memberName.optional(),
        role: role.optional(),
        expected_role: role
            .optional()
            .describe('Role that was read: where it is another by now, nothing is changed. Absent: it is not compared.')
    }),
    success: { status: 200, body: data(member), example: { data: exampleMember } },
    errors: { not_found: true, conflict: true, forbidden: true },
    example: { params: { member_id: exampleMember.id }, body: { role: 'support' } }
});

export const removeMember = defineEndpoint({
    id: 'removeMember',
    method: 'DELETE',
    path: '/dashboard/api/members/:member_id',
    summary: 'Remove a member, and end their sessions at once.',
    ...signedIn,
    params: memberParams,
    success: { status: 200, body: success, example: { success: true } },
    errors: { not_found: true, conflict: true, forbidden: true },
    example: { params: { member_id: exampleMember.id } }
});

const invitation = z.object({
    id: z.uuid(),
    email: z.string().nullable(),
    role,
    created_at: isoDateTime,
    expires_at: isoDateTime
});
export type InvitationView = z.output<typeof invitation>;
const exampleInvitation = {
    id: '1b0a5c6e-6f5b-4a5c-9a34-6a3e6e4b7d10',
    email: 'cleo@acme.example',
    role: 'support',
    created_at: '2026-03-01T09:00:00.000Z',
    expires_at: '2026-03-08T09:00:00.000Z'
} satisfies InvitationView;

export const listInvitations = defineEndpoint({
    id: 'listInvitations',
    method: 'GET',
    path: '/dashboard/api/invitations',
    summary: 'Invitations that can be accepted.',
    ...signedIn,
    success: { status: 200, body: data(z.array(invitation)), example: { data: [exampleInvitation] } },
    errors: { forbidden: true }
});

export const createInvitation = defineEndpoint({
    id: 'createInvitation',
    method: 'POST',
    path: '/dashboard/api/invitations',
    summary: 'Invite a member. Only this response has the link, which works once, for 7 days.',
    ...signedIn,
    body: z.strictObject({ email: emailAddress, role }),
    success: {
        status: 201,
        body: data(invitation.extend({ link: z.string() })),
        example: { data: { ...exampleInvitation, link: 'http://localhost:3003/dashboard/join#…' } }
    },
    errors: { forbidden: true, conflict: true },
    example: { body: { email: 'cleo@acme.example', role: 'support' } }
});

export const revokeInvitation = defineEndpoint({
    id: 'revokeInvitation',
    method: 'DELETE',
    path: '/dashboard/api/invitations/:invitation_id',
    summary: 'Make the link of an invitation useless.',
    ...signedIn,
    params: z.object({ invitation_id: z.uuid() }),
    success: { status: 200, body: success, example: { success: true } },
    errors: { not_found: true, forbidden: true },
    example: { params: { invitation_id: exampleInvitation.id } }
});

const invitationToken = z.string().min(1).max(255);

export const readInvitation = defineEndpoint({
    id: 'readInvitation',
    method: 'POST',
    path: '/dashboard/api/invitations/read',
    summary: 'What a link invites to.',
    ...noSession,
    body: z.strictObject({ token: invitationToken }),
    success: {
        status: 200,
        body: data(
            z.object({
                email: z.string().nullable(),
                role,
                invited_by: z.string().nullable(),
                is_first: z.boolean().describe('The link of a server without members.')
            })
        ),
        example: { data: { email: 'cleo@acme.example', role: 'support', invited_by: 'Dana', is_first: false } }
    },
    errors: { unknown_invitation: true, forbidden: true },
    example: { body: { token: '…' } }
});

export const acceptInvitation = defineEndpoint({
    id: 'acceptInvitation',
    method: 'POST',
    path: '/dashboard/api/invitations/accept',
    summary: 'Become a member. The response sets the cookie of the session.',
    ...noSession,
    body: z.strictObject({ token: invitationToken, email: emailAddress, name: memberName, password: newPassword }),
    success: { status: 200, body: session, example: exampleSession },
    errors: { unknown_invitation: true, conflict: true, forbidden: true },
    example: { body: { token: '…', email: 'cleo@acme.example', name: 'Cleo', password: 'correct horse battery' } }
});
