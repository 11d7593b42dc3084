import { deleteOlder } from '../../../kernel/sql/delete-older.sql.ts';
import { room } from '../../../room.ts';
import type { MemberCaller } from './dashboard-session.ts';
import { memberEnvironmentRoutes } from './member-environments.routes.ts';
import { memberRoutes } from './members.routes.ts';
import { createPasswordLimiter, type PasswordLimiter } from './password-limiter.ts';

declare module '../../../deps.ts' {
    interface Deps {
        /** Each password takes 19 MiB and a core for a while. */
        passwordLimiter: PasswordLimiter;
    }
}

declare module '../../../kernel/http/authenticate.ts' {
    interface Callers {
        dashboard_session: MemberCaller;
    }
}

const dayMs = 24 * 60 * 60_000;

export const members = room({
    name: 'members',
    routes: [...memberRoutes, ...memberEnvironmentRoutes],
    open: () => ({ state: { passwordLimiter: createPasswordLimiter() } }),
    cleanUps: {
        deleteExpiredDashboardSessions: deleteOlder('dashboard_sessions', 'expires_at', dayMs),
        deleteExpiredInvitations: deleteOlder('member_invitations', 'expires_at', 30 * dayMs),
        deleteRemovedMembers: deleteOlder('members', 'removed_at', 90 * dayMs),
        deleteExpiredSignInCounts: deleteOlder('sign_in_counts', 'until', dayMs)
    }
});
