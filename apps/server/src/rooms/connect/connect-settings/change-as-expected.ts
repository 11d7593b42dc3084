import { AppError, type ConnectSettings, type ParsedInput, type updateConnectSettings } from '@patchbay/contracts';
import type { Db } from '@patchbay/db';
import { canonicalJson } from '../../../kernel/crypto/canonical-json.ts';
import { lockSettings, mergeSettings } from './connect-settings.sql.ts';
import { defaultSettings } from './stored-settings.ts';

type Changes = Omit<ParsedInput<typeof updateConnectSettings>['body'], 'expected'>;

/**
 * Changes settings that are still as the caller has read them.
 * @throws {AppError} `conflict`
 * @race two who have read the same change it: row lock on the settings
 */
export async function changeAsExpected(
    db: Db,
    environmentId: string,
    { expected, changes, now }: { expected: Changes; changes: Changes; now: Date }
): Promise<ConnectSettings> {
    return db.transaction().execute(async (trx) => {
        const current: Record<string, unknown> = { ...((await lockSettings(trx, environmentId, now)) ?? defaultSettings) };
        for (const [name, value] of Object.entries(expected))
            if (canonicalJson(current[name]) !== canonicalJson(value))
                throw new AppError('conflict', { message: 'Someone else has changed these settings since you read them.' });
        return mergeSettings(trx, environmentId, changes, now);
    });
}
