import { spawnSync } from 'node:child_process';

const user = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
const namespaces = [...user, '--mount', '--net', '--pid', '--ipc', '--uts', '--fork'];

/** As CI says, where a machine without what a full wall takes is a failure. */
const isRequired = process.env['PATCHBAY_REQUIRE_FULL_WALL'] === 'true';

/**
 * Whether the kernel permits what a full wall is made of, asked without the code under test: there
 * a wall that is not full is a failure, and no reason to skip.
 */
export const canBeFull =
    isRequired ||
    (process.platform === 'linux' && spawnSync('unshare', [...namespaces, 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0);

/** Skips a test where the wall cannot be full, and tells why. */
export function needFullWall({ skip }: { skip(condition: boolean, note: string): void }): void {
    skip(!canBeFull, 'This machine permits no user namespaces that may mount: see "What to allow for full" in docs/functions-security.md.');
}
