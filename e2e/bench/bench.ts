/**
 * `npm run bench`: figures of this machine, and ratios to something bare measured in the same run. Ratios travel, figures don't.
 * Bounded: about two minutes, loopback only.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchApi } from './api.ts';
import { benchConnectUi } from './connect-ui.ts';
import { report, startServer } from './server.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'patchbay-bench-'));
try {
    const first = await startServer(dataDir);
    report('first start to ready', `${first.startMs} ms`);
    await first.stop();
    const server = await startServer(dataDir);
    report('later start to ready', `${server.startMs} ms`);
    try {
        if (process.argv[2] !== 'connect-ui') await benchApi(server);
        await benchConnectUi(server);
    } finally {
        await server.stop();
    }
} finally {
    await rm(dataDir, { recursive: true, force: true });
}
