import { migrate } from '@patchbay/db';
import { providers } from '@patchbay/providers';
import { markRestored } from '../rooms/connections/credentials/mark-restored.ts';
import { type Command, onDatabase } from './command.ts';

export const restored: Command = {
    usage: 'restored',
    about: 'marks what may have been rotated since a backup; run it before servers start on the restored database',
    run: () =>
        // A server that runs already would renew with what the backup holds.
        onDatabase({ besideServer: false }, async ({ database: { db } }) => {
            // The backup may be of an older release.
            await migrate(db);
            const count = await markRestored({ db, providers }, new Date());
            process.stdout.write(
                `${count} connections were marked: their refresh tokens may have been replaced since the backup. Start the servers: each is renewed once, and those whose provider refuses are listed with errors.\n`
            );
        })
};
