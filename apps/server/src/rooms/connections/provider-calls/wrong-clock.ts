import { ownSentence, type ProviderText } from './provider-text.ts';

/** Providers take a signature of the last five minutes. */
export const clockToleranceMs = 4 * 60_000;

/** @param offMs by how much our clock is ahead of the provider's */
export function wrongClockSentence(name: string, offMs: number): ProviderText {
    const seconds = Math.round(Math.abs(offMs) / 1000);
    const off = `${seconds} seconds (${Math.round(seconds / 60)} minutes) ${offMs > 0 ? 'ahead of' : 'behind'}`;
    return ownSentence(`The clock of the Patchbay server is ${off} that of ${name}, so ${name} refuses its signatures. Set the clock.`);
}
