import { getConnectSettings, updateConnectSettings } from '@patchbay/contracts';
import { route } from '../../../kernel/http/mount.ts';
import { withSafeLogo } from '../../platform/logos/with-safe-logo.ts';
import { mergeSettings } from './connect-settings.sql.ts';
import { readSettings } from './read-settings.ts';

export const connectSettingsRoutes = [
    route(getConnectSettings, async ({ db }, { auth }) => ({ data: await readSettings(db, auth.environmentId) })),
    /** @race a change undoes the other: one statement merges */
    route(updateConnectSettings, async ({ db, clock }, { auth, body }) => {
        const { appearance } = body;
        const changes = appearance === undefined ? body : { ...body, appearance: withSafeLogo(appearance) };
        return { data: await mergeSettings(db, auth.environmentId, changes, clock.now()) };
    })
];
