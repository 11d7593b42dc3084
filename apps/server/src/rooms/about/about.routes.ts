import { changes, endpoints, getChanges, getHealth, getOpenApi, toOpenApi } from '@patchbay/contracts';
import type { Config } from '../../config.ts';
import { route } from '../../kernel/mount.ts';
import { version } from '../../version.ts';
import { ping } from './about.sql.ts';

// It takes about 10 ms to make, and anybody may ask for it.
const openApiOf = new WeakMap<Config, Record<string, unknown>>();

export const aboutRoutes = [
    route(getHealth, async ({ db }) => {
        await ping(db);
        return { result: 'ok' as const };
    }),
    route(getOpenApi, async ({ config }) => {
        const document = openApiOf.get(config) ?? toOpenApi(endpoints, { serverUrl: config.publicUrl, version });
        openApiOf.set(config, document);
        return document;
    }),
    route(getChanges, async () => ({ data: [...changes] }))
];
