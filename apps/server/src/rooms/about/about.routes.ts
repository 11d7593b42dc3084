import { changes, endpoints, getChanges, getErrorReference, getHealth, getOpenApi, toOpenApi } from '@patchbay/contracts';
import { constant, page, route } from '../../kernel/mount.ts';
import { version } from '../../version.ts';
import { ping } from './about.sql.ts';
import { errorPage } from './error-page.ts';

export const aboutRoutes = [
    route(getHealth, async ({ db, flights }) => {
        // Anyone may ask, as often as they like: one question to the database answers all who ask meanwhile.
        await flights.run('health', () => ping(db));
        return { result: 'ok' as const };
    }),
    constant(getOpenApi, (config) => toOpenApi(endpoints, { serverUrl: config.publicUrl, version })),
    constant(getChanges, () => ({ data: [...changes] })),
    page(getErrorReference, async () => errorPage)
];
