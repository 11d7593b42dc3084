import { defineConfig } from 'vitest/config';

const browserPackages = '{packages/{browser,react}-sdk,apps/connect-ui}';
const outputs = ['**/node_modules/**', '**/dist*/**'];
const slow = '**/*.slow.test.ts';
// These leave no globals, environment variables or timers behind, so they share a process and its loaded modules.
const sharing = ['packages/{api-client,contracts,oauth,providers,tokens}/src/**/*.test.ts', 'apps/server/src/{kernel,rooms}/**/*.test.ts'];
// It starts a PostgreSQL and migrates the template that each test file clones.
const globalSetup = ['./packages/db/src/vitest-global-setup.ts'];

export default defineConfig({
    test: {
        // Two cores is what CI has.
        maxWorkers: 2,
        testTimeout: 30_000,
        hookTimeout: 30_000,
        setupFiles: ['./packages/tooling/src/vitest-waits.ts'],
        projects: [
            {
                extends: true,
                test: {
                    name: 'node',
                    environment: 'node',
                    include: ['{packages,apps}/*/{src,test}/**/*.test.ts', 'scripts/*.test.ts'],
                    exclude: [...outputs, `${browserPackages}/**`, ...sharing, slow],
                    globalSetup
                }
            },
            {
                extends: true,
                test: {
                    name: 'sharing',
                    environment: 'node',
                    include: sharing,
                    exclude: [...outputs, slow],
                    globalSetup,
                    isolate: false
                }
            },
            {
                extends: true,
                test: {
                    name: 'dom',
                    environment: 'jsdom',
                    include: [`${browserPackages}/**/*.test.{ts,tsx}`],
                    exclude: outputs
                }
            },
            {
                extends: true,
                // Left out of `npm run check`: they kill servers, wait for real, or look at what is published.
                test: {
                    name: 'slow',
                    environment: 'node',
                    include: ['{packages,apps}/*/src/**/*.slow.test.ts'],
                    exclude: outputs,
                    globalSetup
                }
            }
        ]
    }
});
