import type { ConnectLinkRow, ConnectSessionRow } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { findLinkOfSession } from './connect-sessions.sql.ts';

const confirmationTimeMs = 24 * 60 * 60_000;

/** Whether what this session connects has to be confirmed. @param link the session's; a deleted one is taken to require it */
export function requiresConfirmation(session: ConnectSessionRow, link: ConnectLinkRow | undefined): boolean {
    return session.link_id !== null && link?.requires_confirmation !== false;
}

/** Until when the backend has to confirm whose a connection made in this session is; null where it need not. */
export async function confirmationDeadline({ db, clock }: Pick<Deps, 'db' | 'clock'>, session: ConnectSessionRow): Promise<Date | null> {
    const link = await findLinkOfSession(db, session);
    return requiresConfirmation(session, link) ? new Date(clock.now().getTime() + confirmationTimeMs) : null;
}
