import type { getProvider } from '@patchbay/contracts';
import type { SuccessOut } from '@patchbay/contracts/dashboard';

type Provider = Pick<SuccessOut<typeof getProvider>['data'], 'proxy' | 'identity'>;

/**
 * A cheap request to the provider that any connection may make: the one that its credentials are
 * checked by. undefined: there is none that needs nothing but a path.
 */
export function pathOfFirstCall({ proxy, identity }: Provider): string | undefined {
    const { verification } = proxy ?? {};
    const checks = verification?.method === 'GET' && verification.headers === undefined ? verification.endpoints : [];
    const whoIs = identity && (identity.method ?? 'GET') === 'GET' && identity.headers === undefined ? [identity.url] : [];
    return [...checks, ...whoIs].find((path) => /^\/[\x21-\x7e]*$/.test(path) && !path.includes('${'));
}
