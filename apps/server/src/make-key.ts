/** Prints a secret key for `PATCHBAY_SECRET_KEY`, so that scripts and containers can know it before the first start. */
import { mintSecretKey } from './kernel/crypto/keyed-hash.ts';

process.stdout.write(`${mintSecretKey('dev').key}\n`);
