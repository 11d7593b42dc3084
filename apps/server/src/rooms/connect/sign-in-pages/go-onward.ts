import type { AttemptRow } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { isReturnAllowed } from '../connect-settings/allowed-return.ts';
import { requiresConfirmation } from '../connect-sessions/confirmation-deadline.ts';
import { findLinkOfSession, findSessionOf } from '../connect-sessions/connect-sessions.sql.ts';

export interface Onward {
    /** Whether the connection cannot be used until the backend has confirmed it. */
    isUnconfirmed: boolean;
    /** The share link's page to go on to, if it may still be gone to. */
    address: string | undefined;
}

/**
 * What is left to do after a sign-in of a share link that had waited: the page that tells it
 * otherwise is gone. Undefined for other attempts.
 */
export async function findOnward(
    { db, config }: Pick<Deps, 'db' | 'config'>,
    row: AttemptRow,
    integrationKey: string
): Promise<Onward | undefined> {
    if (row.status !== 'succeeded' || row.approval_since === null) return undefined;
    const session = await findSessionOf(db, row);
    if (!session || session.link_id === null) return undefined;
    const link = await findLinkOfSession(db, session);
    const returnTo = link?.return_to;
    const isAllowed = returnTo && (await isReturnAllowed({ db, config }, row.environment_id, session, returnTo));
    return {
        isUnconfirmed: requiresConfirmation(session, link),
        address: isAllowed ? addressOf(returnTo, { connection_id: row.connection_id, integration_id: integrationKey }) : undefined
    };
}

/** The page is told what was connected, as by the Connect UI. */
function addressOf(returnTo: string, connected: Record<string, string>): string {
    const address = new URL(returnTo);
    for (const [name, value] of Object.entries(connected)) address.searchParams.set(name, value);
    return address.href;
}
