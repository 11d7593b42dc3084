/** The sandbox with its emulators of vendors, as a program of its own. */
import { startSandbox } from '@patchbay/sandbox';
import { sendToParent } from './program.ts';

const { url, controlUrl } = await startSandbox({ port: 0, controlPort: 0 });
sendToParent({ url, controlUrl });
