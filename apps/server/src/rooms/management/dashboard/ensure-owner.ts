import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Deps } from '../../../deps.ts';
import { keysFileOf, writePrivately } from '../../platform/environments/key-files.ts';
import { makeOwnerLink } from '../members/invitations.ts';
import { hasMembers, insertMember, lockMembers } from '../members/members.sql.ts';
import { hashPassword } from '../members/password.ts';

type Needs = Pick<Deps, 'clock' | 'config' | 'db' | 'ids' | 'keyedHash' | 'log'>;

/**
 * Where the instance has no member yet: makes the owner that the configuration presets, or the link
 * by which one sets the dashboard up, anew at each start, for 24 hours.
 * @param show tells the link on a terminal; without one it is written into a file
 */
export async function ensureOwner(deps: Needs, show: ((link: string) => void) | undefined): Promise<void> {
    const { config, db, log } = deps;
    const file = join(dirname(keysFileOf(config)), 'dashboard-link.txt');
    // Used by now, or of no use.
    await rm(file, { force: true }).catch(() => {});
    if (await hasMembers(db)) return;
    if (config.dashboardPassword !== undefined) return presetOwner(deps, config.dashboardPassword);
    const link = await makeOwnerLink(deps, true);
    if (show) return show(link);
    try {
        await writePrivately(file, `${link}\n`);
        log.info('dashboard_link_written: open the link in the file to set the dashboard up', { file });
    } catch (error) {
        log.warn('dashboard_link_not_written: the command invite makes another', { file, error });
    }
}

/** @race two servers start at once: lock for the transaction */
async function presetOwner({ clock, config, db, ids }: Needs, password: string): Promise<void> {
    const passwordHash = await hashPassword(password);
    await db.transaction().execute(async (trx) => {
        await lockMembers(trx);
        if (await hasMembers(trx)) return;
        await insertMember(trx, {
            id: ids.uuid(),
            email: config.dashboardEmail,
            name: 'Owner',
            role: 'owner',
            password_hash: passwordHash,
            created_at: clock.now()
        });
    });
}
