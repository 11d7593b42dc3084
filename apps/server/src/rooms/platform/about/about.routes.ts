import {
    AppError,
    changes,
    endpoints,
    getChanges,
    getErrorReference,
    getHealth,
    getLiveness,
    getOpenApi,
    toOpenApi,
    unifiedSchemas
} from '@patchbay/contracts';
import { constant, page, route } from '../../../kernel/http/mount.ts';
import { version } from '../../../version.ts';
import { liveness } from './liveness.ts';
import { ping } from './about.sql.ts';
import { errorPage } from './error-page.ts';

export const aboutRoutes = [
    route(getLiveness, async () => liveness),
    route(getHealth, async ({ db, flights, draining }) => {
        if (draining.aborted) throw new AppError('dependency_unavailable', { message: 'This server is stopping.' });
        // Public and unlimited: concurrent requests share one ping.
        await flights.run('health', () => ping(db));
        return { result: 'ok' as const };
    }),
    constant(getOpenApi, (config) => toOpenApi(endpoints, { serverUrl: config.publicUrl, version, names: unifiedSchemas })),
    constant(getChanges, () => ({ data: [...changes] })),
    page(getErrorReference, async () => errorPage())
];
