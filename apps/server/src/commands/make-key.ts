import { mintSecretKey } from '../rooms/platform/environments/secret-key.ts';
import type { Command } from './command.ts';

/** For scripts that run before the first start. */
export const makeKey: Command = {
    usage: 'make-key',
    about: 'prints a secret key for PATCHBAY_SECRET_KEY',
    async run() {
        process.stdout.write(`${mintSecretKey('dev').key}\n`);
    }
};
