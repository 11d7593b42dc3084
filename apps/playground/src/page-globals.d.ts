import type { ConnectOptions, ConnectUI } from '@patchbay/connect';

declare global {
    interface Window {
        /** Defined by `connect.js`, once it has loaded. */
        readonly PatchbayConnect?: { openConnectUI(options: Omit<ConnectOptions, 'connectUrl'>): ConnectUI };
    }
}
