import { AppError, deleteConnectLink, deleteConnectSession, deleteConnectSessions } from '@patchbay/contracts';
import { route } from '../../../../kernel/http/mount.ts';
import { deleteLinkRow } from '../../connect-links/connect-links.sql.ts';
import { endSession, endSessionsOfEndUser, endSessionsOfLinks } from './end-sessions.ts';

/** What ends sessions cancels their attempts in the same transaction. */
export const endSessionRoutes = [
    /**
     * @race an attempt of it still succeeds: one transaction with the cancellation; the attempt
     * succeeds by a condition on its status
     */
    route(deleteConnectSession, async ({ db, clock }, { auth }) => {
        await db.transaction().execute((trx) => endSession(trx, auth.environmentId, auth.session.id, clock.now()));
    }),
    /** @race an attempt of one of them still succeeds: as for a session */
    route(deleteConnectSessions, async ({ db, clock }, { auth, query }) => {
        await db.transaction().execute((trx) => endSessionsOfEndUser(trx, auth.environmentId, query.end_user_id, clock.now()));
    }),
    /** @race an attempt of its sessions still succeeds: as for a session */
    route(deleteConnectLink, async ({ db, clock }, { auth, params }) => {
        await db.transaction().execute(async (trx) => {
            if (!(await deleteLinkRow(trx, auth.environmentId, params.link_id)))
                throw new AppError('not_found', { message: 'There is no such link.' });
            await endSessionsOfLinks(trx, auth.environmentId, [params.link_id], clock.now());
        });
    })
];
