import { type CustomProvider, type OAuth2Provider, signInOf } from '@patchbay/providers';
import type { Integration } from './open-integration.ts';

/** An integration of CUSTOM as people sign in to it: an OAuth app of its own. */
export function signInHalf(integration: Integration & { provider: CustomProvider }): Integration & { provider: OAuth2Provider } {
    const { row, secrets, provider } = integration;
    const { user } = secrets.app ?? {};
    return {
        row: { ...row, client_id: user?.clientId ?? null },
        secrets: { ...secrets, clientSecret: user?.clientSecret ?? '' },
        provider: signInOf(provider)
    };
}
