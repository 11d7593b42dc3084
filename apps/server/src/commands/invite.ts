import { readConfig } from '../config.ts';
import { randomIds } from '../kernel/crypto/ids.ts';
import { makeOwnerLink } from '../rooms/management/members/invitations.ts';
import { openKeyedHash } from '../rooms/platform/environments/bootstrap.ts';
import { loadKeyRing } from '../rooms/platform/environments/key-files.ts';
import { type Command, onDatabase, tell } from './command.ts';

/** For an operator of the server who cannot sign in. */
export const invite: Command = {
    usage: 'invite',
    about: 'makes a link by which an owner joins the dashboard, when no owner can sign in',
    async run() {
        await onDatabase({ besideServer: true }, async ({ config, database: { db }, clock }) => {
            const keyedHash = await openKeyedHash(db, await loadKeyRing(config, db));
            const { publicUrl } = readConfig();
            const link = await makeOwnerLink({ db, clock, keyedHash, ids: randomIds, config: { publicUrl } }, false);
            tell('A link for an owner, which works once, for 24 hours:');
            process.stdout.write(`${link}\n`);
        });
    }
};
