import { join, resolve } from 'node:path';

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {string} where a server with a database of its own writes its first secret keys
 */
export function keysFileOf(env) {
    return resolve(env.PATCHBAY_KEYS_FILE || join(env.PATCHBAY_DATA_DIR || '.patchbay', 'keys.txt'));
}
