import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dashboardRoutesFile, dashboardRoutesSource } from './generate-dashboard-routes.ts';

test('the routes for the dashboard are what the contracts say; `npm run gen` brings them up to date', () => {
    expect(readFileSync(dashboardRoutesFile, 'utf8')).toBe(dashboardRoutesSource());
});
