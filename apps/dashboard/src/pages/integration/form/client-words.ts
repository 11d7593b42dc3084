import type { getProvider } from '@patchbay/contracts';
import type { SuccessOut } from '@patchbay/contracts/dashboard';

/** As the vendor's pages call what is stored as the client. */
export function clientWords(mode: SuccessOut<typeof getProvider>['data']['auth_mode']): { id: string; secret: string } {
    if (mode === 'TBA') return { id: 'Consumer key', secret: 'Consumer secret' };
    if (mode === 'AWS_SIGV4') return { id: 'Access key ID', secret: 'Secret access key' };
    return { id: 'Client ID', secret: 'Client secret' };
}
