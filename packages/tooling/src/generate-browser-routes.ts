import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints as allEndpoints, type EndpointShape } from '@patchbay/contracts';
import { rootFolder } from './docs.ts';

export const browserRoutesFile = join(rootFolder, 'packages/contracts/src/browser-routes.gen.ts');

/**
 * The endpoints that the Connect UI calls, as addresses and types, so that browsers load no
 * validation library.
 */
export function browserRoutesSource(endpoints: readonly EndpointShape[] = allEndpoints): string {
    const chosen = endpoints
        .filter(({ onConnectOrigin, auth, method }) => onConnectOrigin && isOfSession(auth, method))
        .toSorted((a, b) => (a.id < b.id ? -1 : 1));
    return [
        '// Written by `npm run gen` from packages/contracts. Do not edit.',
        "import type { RouteOf } from './endpoint.ts';",
        "import type * as contracts from './index.ts';",
        '',
        ...chosen.map(
            ({ id, method, path }) => `export const ${id}: RouteOf<typeof contracts.${id}> = { method: '${method}', path: '${path}' };`
        ),
        ''
    ].join('\n');
}

/**
 * Opened by a session token alone; or by a POST without credentials, which trades a code for more.
 */
function isOfSession(auth: EndpointShape['auth'], method: EndpointShape['method']): boolean {
    return auth.length === 0 ? method === 'POST' : auth.every((kind) => kind === 'connect_session');
}

export function generateBrowserRoutes(): void {
    writeFileSync(browserRoutesFile, browserRoutesSource());
}
