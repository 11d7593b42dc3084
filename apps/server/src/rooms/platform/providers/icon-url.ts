import type { Config } from '../../../config.ts';

/** Where a provider's mark is served, for whoever shows it. */
export function iconUrl({ publicUrl }: Pick<Config, 'publicUrl'>, providerId: string): string {
    return `${publicUrl}/providers/${providerId}/icon`;
}
