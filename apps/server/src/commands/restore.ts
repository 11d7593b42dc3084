import { BackupError, restoreBackup } from '@patchbay/db';
import { providers } from '@patchbay/providers';
import { findMarked } from '../rooms/connections/credentials/refresh.sql.ts';
import { markRestored } from '../rooms/connections/credentials/mark-restored.ts';
import { checkKeyRing } from '../rooms/platform/environments/bootstrap.ts';
import { findKeyRing, keyRingFileOf } from '../rooms/platform/environments/key-files.ts';
import { type Command, type CommandDeps, onDatabase, tell, UsageError } from './command.ts';

const listedAtOnce = 1000;

/** Fills a new database with a backup, and lists what the providers may have replaced since. */
export const restore: Command = {
    usage: 'restore <file>',
    about: 'fills a new database with a backup; prints, as CSV, the connections whose refresh token may have been replaced since',
    async run(args) {
        const [file, ...others] = args;
        if (file === undefined || others.length > 0 || file.startsWith('-')) throw new UsageError(restore);
        await onDatabase({ besideServer: false }, async ({ config, database: { db }, clock }) => {
            const ring = await findKeyRing(config);
            if (!ring)
                throw new BackupError(
                    `The encryption keys of the backup are needed: put them into ${keyRingFileOf(config)}, or set PATCHBAY_ENCRYPTION_KEYS.`
                );
            const rows = await restoreBackup(db, file, (trx) => checkKeyRing(trx, ring));
            const marked = await markRestored({ db, providers }, clock.now());
            await list(db);
            tell(
                `${rows} rows are restored. ${marked} connections were marked: their refresh tokens may have been replaced since the backup. They are listed above, and by GET /connections?cause=database_restored until each is known to work.`
            );
            tell('Start the servers. An access token that is still good is used until it ends; then the refresh token is tried once.');
        });
    }
};

async function list(db: CommandDeps['database']['db']): Promise<void> {
    process.stdout.write('environment,integration,connection_id,end_user_id,refreshed_at\n');
    for (let after = 0, isFull = true; isFull;) {
        const rows = await findMarked(db, after, listedAtOnce);
        for (const row of rows)
            process.stdout.write(
                `${[row.environment, row.integration, row.connection, row.end_user_id ?? '', row.refreshed_at?.toISOString() ?? ''].map(quoted).join(',')}\n`
            );
        after = rows.at(-1)?.id ?? after;
        isFull = rows.length === listedAtOnce;
    }
}

/** RFC 4180 §2. */
function quoted(text: string): string {
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
