import { changes, endpoints, getChanges, getHealth, getOpenApi, toOpenApi } from '@patchbay/contracts';
import { route } from '../../kernel/mount.ts';
import { version } from '../../version.ts';
import { ping } from './about.sql.ts';

export const aboutRoutes = [
    route(getHealth, async ({ db }) => {
        await ping(db);
        return { result: 'ok' as const };
    }),
    route(getOpenApi, async ({ config }) => toOpenApi(endpoints, { serverUrl: config.publicUrl, version })),
    route(getChanges, async () => ({ data: [...changes] }))
];
