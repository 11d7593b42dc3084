/** To be run once after the database was restored from a backup, before servers start on it. */
import { migrate, openDatabase } from '@patchbay/db';
import { providers } from '@patchbay/providers';
import { databaseOf, readDatabaseConfig } from '../config.ts';
import { markRestored } from '../rooms/connections/credentials/mark-restored.ts';

try {
    const config = readDatabaseConfig();
    const database = await openDatabase(databaseOf(config));
    try {
        // The backup may be of an older release.
        await migrate(database.db);
        const count = await markRestored({ db: database.db, providers }, new Date());
        process.stdout.write(
            `${count} connections were marked: their refresh tokens may have been replaced since the backup. Start the servers: each is renewed once, and those whose provider refuses are listed with errors.\n`
        );
    } finally {
        await database.stop();
    }
} catch (error) {
    process.stderr.write(`patchbay: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
}
