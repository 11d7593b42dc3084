import { spawnSync } from 'node:child_process';

const user = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
const namespaces = [...user, '--mount', '--net', '--pid', '--ipc', '--uts', '--fork'];

/**
 * Whether the kernel permits what a full wall is made of, asked without the code under test: there
 * a wall that is not full is a failure, and no reason to skip.
 */
export const canBeFull =
    process.platform === 'linux' && spawnSync('unshare', [...namespaces, 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;
