import { getConnectSettings, updateConnectSettings } from '@patchbay/contracts';
import { route } from '../../../kernel/http/mount.ts';
import { withSafeLogo } from '../../platform/logos/with-safe-logo.ts';
import { changeAsExpected } from './change-as-expected.ts';
import { mergeSettings } from './connect-settings.sql.ts';
import { readSettings } from './read-settings.ts';

export const connectSettingsRoutes = [
    route(getConnectSettings, async ({ db }, { auth }) => ({ data: await readSettings(db, auth.environmentId) })),
    /** @race a change undoes the other: one statement merges */
    route(updateConnectSettings, async ({ db, clock }, { auth, body }) => {
        const { expected, ...given } = body;
        const { appearance } = given;
        const changes = appearance === undefined ? given : { ...given, appearance: withSafeLogo(appearance) };
        if (expected === undefined) return { data: await mergeSettings(db, auth.environmentId, changes, clock.now()) };
        return { data: await changeAsExpected(db, auth.environmentId, { expected, changes, now: clock.now() }) };
    })
];
