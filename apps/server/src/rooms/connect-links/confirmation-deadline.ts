import type { ConnectSessionRow } from '@patchbay/db';
import type { Deps } from '../../deps.ts';
import { findLinkOf } from './find-link-of.ts';

const confirmationTimeMs = 24 * 60 * 60_000;

/** Until when the backend has to confirm whose a connection made in this session is; null where it need not. */
export async function confirmationDeadline({ db, clock }: Pick<Deps, 'db' | 'clock'>, session: ConnectSessionRow): Promise<Date | null> {
    if (session.link_id === null) return null;
    const link = await findLinkOf(db, session);
    return link?.requires_confirmation === false ? null : new Date(clock.now().getTime() + confirmationTimeMs);
}
