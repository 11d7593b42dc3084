import type { ConnectSettings } from '@patchbay/contracts';
import type { StatementRunner } from '@patchbay/db';
import { findSettings } from './connect-settings.sql.ts';
import { defaultSettings } from './stored-settings.ts';

/** An environment's settings of the Connect UI, whole. */
export async function readSettings(runner: StatementRunner, environmentId: string): Promise<ConnectSettings> {
    return (await findSettings(runner, environmentId)) ?? defaultSettings;
}
