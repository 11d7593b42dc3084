import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contracts from '@patchbay/contracts';
import { rootFolder } from './docs.ts';

const { dashboardEndpoints, endpoints } = contracts;

export const dashboardRoutesFile = join(rootFolder, 'packages/contracts/src/dashboard-routes.gen.ts');

/** What the dashboard calls, as addresses and types, so that it loads no validation library. */
export function dashboardRoutesSource(): string {
    // Those of the unified models are made in a loop, and have no type by name.
    const ofEnvironments = endpoints.filter(
        ({ id, auth, method, deprecation }) => auth.includes('secret_key') && method !== 'ANY' && !deprecation && id in contracts
    );
    return [
        '// Written by `npm run gen` from packages/contracts. Do not edit.',
        "import type { RouteOf } from './endpoint.ts';",
        "import type * as contracts from './index.ts';",
        '',
        ...[...ofEnvironments, ...dashboardEndpoints].toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(lineOf),
        ''
    ].join('\n');
}

function lineOf({ id, method, path }: contracts.EndpointShape): string {
    return `export const ${id}: RouteOf<typeof contracts.${id}> = { method: '${method}', path: '${path}' };`;
}

export function generateDashboardRoutes(): void {
    writeFileSync(dashboardRoutesFile, dashboardRoutesSource());
}
