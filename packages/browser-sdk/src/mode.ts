import type { ConnectMode } from '@patchbay/contracts/widget-message';

/** An attribute may say anything: an unknown word means the default. */
export function modeOf(word: string | undefined): ConnectMode | undefined {
    return word === 'popup' || word === 'redirect' ? word : undefined;
}
