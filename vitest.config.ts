import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

// It starts a PostgreSQL and migrates the template that each test file clones.
const database = './packages/db/src/vitest-global-setup.ts';

export default defineConfig({
    test: {
        // Two cores is what CI has.
        maxWorkers: 2,
        testTimeout: 30_000,
        hookTimeout: 30_000,
        projects: [
            {
                extends: true,
                test: {
                    name: 'node',
                    environment: 'node',
                    include: ['{packages,apps}/*/{src,test}/**/*.test.ts', 'scripts/*.test.ts'],
                    exclude: ['**/node_modules/**', 'packages/browser-sdk/**', 'apps/connect-ui/**'],
                    globalSetup: existsSync(database) ? [database] : []
                }
            },
            {
                extends: true,
                test: {
                    name: 'dom',
                    environment: 'jsdom',
                    include: ['{packages/browser-sdk,apps/connect-ui}/**/*.test.{ts,tsx}'],
                    exclude: ['**/node_modules/**', '**/dist/**']
                }
            }
        ]
    }
});
