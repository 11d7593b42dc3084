import type { ConnectLinkRow, ConnectSessionRow } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { findLinkOfSession } from './connect-sessions.sql.ts';

const confirmationTimeMs = 24 * 60 * 60_000;

/**
 * Whether new connections have to be confirmed; what is reconnected has been.
 * @param link when deleted: they have to
 */
export function requiresConfirmation(session: ConnectSessionRow, link: ConnectLinkRow | undefined): boolean {
    return session.link_id !== null && session.reconnect_connection_id === null && link?.requires_confirmation !== false;
}

/** The deadline to confirm a connection made in this session; null where it need not be. */
export async function confirmationDeadline({ db, clock }: Pick<Deps, 'db' | 'clock'>, session: ConnectSessionRow): Promise<Date | null> {
    const link = await findLinkOfSession(db, session);
    return requiresConfirmation(session, link) ? new Date(clock.now().getTime() + confirmationTimeMs) : null;
}
