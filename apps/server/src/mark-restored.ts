/** To be run once after the database was restored from a backup, before servers start on it. */
import { openDatabase } from '@patchbay/db';
import { providers } from '@patchbay/providers';
import { readConfig } from './config.ts';
import { markRestored } from './rooms/connections/mark-restored.ts';

const config = readConfig();
const database = await openDatabase(config.databaseUrl === undefined ? { dataDir: config.dataDir } : { databaseUrl: config.databaseUrl });
try {
    const count = await markRestored({ db: database.db, providers }, new Date());
    process.stdout.write(
        `${count} connections were marked: their refresh tokens may have been replaced since the backup. Start the servers: each is renewed once, and those whose provider refuses are listed with errors.\n`
    );
} finally {
    await database.stop();
}
