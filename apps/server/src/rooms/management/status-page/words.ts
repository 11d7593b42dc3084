import type { IntegrationState } from '@patchbay/contracts';

export const stateWords: Record<IntegrationState, string> = {
    operational: 'Operational',
    degraded: 'Degraded',
    down: 'Down',
    paused: 'Paused',
    unknown: 'Too few requests to tell'
};

export const overallWords: Record<IntegrationState, string> = {
    // Of some there may be too few requests to tell.
    operational: 'No problem is known',
    degraded: 'Something is degraded',
    down: 'Something is down',
    paused: 'Paused',
    unknown: 'Too few requests to tell'
};

/** For text and attributes of HTML and XML; what XML cannot hold is left out. */
export function escapeXml(text: string): string {
    return text
        .toWellFormed()
        .replaceAll(/[\p{Cc}\ufffe\uffff]/gu, '')
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;');
}
