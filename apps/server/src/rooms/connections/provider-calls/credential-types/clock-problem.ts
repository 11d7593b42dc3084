import { type Integration, nameOf } from '../../../platform/integrations/open-integration.ts';

/** More than is lost on the way, and less than what providers tolerate. */
const clockToleranceMs = 45_000;

/** A wrong clock is why a token is refused whose key is right: said where it is so. */
export function clockProblem(integration: Integration, date: string | undefined, now: Date): string | undefined {
    const offMs = now.getTime() - Date.parse(date ?? '');
    if (Number.isNaN(offMs) || Math.abs(offMs) < clockToleranceMs) return undefined;
    return `The clock of this server is ${Math.round(Math.abs(offMs) / 1000)} seconds ${offMs > 0 ? 'ahead of' : 'behind'} that of ${nameOf(integration)}. Set it right.`;
}
