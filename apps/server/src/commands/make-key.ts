/** Prints a secret key for `PATCHBAY_SECRET_KEY`, for scripts that run before the first start. */
import { mintSecretKey } from '../rooms/platform/environments/secret-key.ts';

process.stdout.write(`${mintSecretKey('dev').key}\n`);
