import type { ConnectOptions, ConnectUI } from '@patchbay/connect';

export type OpenConnectUI = (options: Omit<ConnectOptions, 'connectUrl'>) => ConnectUI;

declare global {
    interface Window {
        /** The page's queue, until `connect.js` has loaded and defines it. */
        PatchbayConnect?: { version?: string; q: { push(run: (connect: { openConnectUI: OpenConnectUI }) => void): void } };
    }
}
