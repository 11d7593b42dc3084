import { defineConfig } from 'vitest/config';

const nodeTests = ['{packages,apps}/*/{src,test}/**/*.test.ts', '{deploy,scripts}/*.test.ts'];
const outputs = ['**/node_modules/**', '**/dist*/**'];
const slow = '**/*.slow.test.ts';
// They test what loading a module does to its page or process, and leave pages half done.
const isolated = ['packages/{browser,react}-sdk/**/*.test.{ts,tsx}', 'packages/node-sdk/test/session-endpoint.test.ts'];
// It starts a PostgreSQL and migrates the template that each test file clones.
const globalSetup = ['./packages/db/src/vitest-global-setup.ts'];

export default defineConfig({
    test: {
        // CI has two cores, and tests wait for a part of their time.
        maxWorkers: 3,
        // A test that hangs ends. Some start a program several times, beside other tests.
        testTimeout: 120_000,
        hookTimeout: 120_000,
        // The usual second is too short on a busy machine; see also vitest-waits.ts.
        expect: { poll: { timeout: 10_000 } },
        // Test files share a process: they leave no globals, environment variables or timers.
        isolate: false,
        setupFiles: ['./packages/tooling/src/vitest-waits.ts'],
        projects: [
            {
                extends: true,
                test: {
                    name: 'dom',
                    environment: 'jsdom',
                    include: ['apps/connect-ui/**/*.test.{ts,tsx}'],
                    exclude: outputs
                }
            },
            {
                extends: true,
                test: { name: 'isolated', environment: 'node', include: isolated, exclude: outputs, globalSetup, isolate: true }
            },
            {
                extends: true,
                // Left out of `npm run check`: they start or kill processes, wait in real time, go
                // through every endpoint, or test what is published.
                test: {
                    name: 'slow',
                    environment: 'node',
                    testTimeout: 300_000,
                    hookTimeout: 300_000,
                    include: nodeTests.map((each) => each.replace('*.test', '*.slow.test')),
                    exclude: outputs,
                    globalSetup,
                    isolate: true
                }
            },
            {
                extends: true,
                // Projects run in the order of their names: short files last keep all workers busy.
                test: {
                    name: 'together',
                    environment: 'node',
                    include: nodeTests,
                    exclude: [...outputs, 'apps/connect-ui/**', ...isolated, slow],
                    globalSetup
                }
            }
        ]
    }
});
