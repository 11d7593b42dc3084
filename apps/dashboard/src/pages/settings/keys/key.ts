import type { SuccessOut } from '@patchbay/contracts/dashboard';
import type { listSecretKeys } from '@patchbay/contracts';

export type SecretKey = SuccessOut<typeof listSecretKeys>['data'][number];

/** Uses are written down by the minute, and jobs may run every few. */
const silentAfterMs = 15 * 60_000;

export function isSilent({ last_used_at: lastUsed }: SecretKey, now: number): boolean {
    return lastUsed === null || now - Date.parse(lastUsed) > silentAfterMs;
}

/** Whether it was rotated, has its end, and could be given a later one. */
export function isExtendable({ expires_at: end, extendable_until: latest, ends_on_use_of: awaited }: SecretKey): boolean {
    return end !== null && latest !== null && awaited === null && Date.parse(end) < Date.parse(latest);
}

export interface Extension {
    /** As `24`, or `most` for the latest end. */
    value: string;
    to: string;
    isLatest: boolean;
}

/** Later ends of a rotated key: after the present one, since others may have extended it. */
export function extensionsOf({ expires_at: end, extendable_until: latest }: SecretKey): Extension[] {
    if (end === null || latest === null) return [];
    const [from, last] = [Date.parse(end), Date.parse(latest)];
    const offered = [1, 24, 7 * 24].flatMap((hours) => {
        const to = from + hours * 3_600_000;
        return to < last ? [{ value: String(hours), to: new Date(to).toISOString(), isLatest: false }] : [];
    });
    return [...offered, { value: 'most', to: latest, isLatest: true }];
}
