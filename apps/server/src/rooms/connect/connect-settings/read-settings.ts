import type { ConnectSettings } from '@patchbay/contracts';
import type { StatementRunner } from '@patchbay/db';
import { findSettings } from './connect-settings.sql.ts';

export const defaultSettings: ConnectSettings = {
    app_name: null,
    default_theme: 'system',
    appearance: {},
    show_watermark: false,
    allowed_return_origins: []
};

/** An environment's settings of the Connect UI, whole. */
export async function readSettings(runner: StatementRunner, environmentId: string): Promise<ConnectSettings> {
    return { ...defaultSettings, ...(await findSettings(runner, environmentId)) };
}
