import type { Config } from '../../../config.ts';

/** The public URL of a provider's icon. */
export function iconUrl({ publicUrl }: Pick<Config, 'publicUrl'>, providerId: string): string {
    return `${publicUrl}/providers/${providerId}/icon`;
}
