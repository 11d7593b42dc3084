import type { ConnectMode } from '@patchbay/contracts/widget-message';

/** @returns empty for what is no address */
export function originOf(address: string): string {
    try {
        return new URL(address).origin;
    } catch {
        return '';
    }
}

/** Where a sign-in in this tab comes back to; undefined when the host has not asked for any. */
export function returnAddress({ mode, returnTo }: { mode?: ConnectMode | undefined; returnTo?: string | undefined }): string | undefined {
    return returnTo || (mode === 'redirect' ? location.href : undefined);
}
