import type { TbaProvider } from '@patchbay/providers';
import { clientOverrideOf } from '../request-token.ts';
import type { CredentialType } from './credential-type.ts';

/** A token that the end user has made, which signs together with the app that it was made for. */
export const tokenBased: Pick<CredentialType<TbaProvider>, 'issue' | 'configForm'> = {
    issue: (_deps, _integration, { credentials, config, client }) =>
        Promise.resolve({
            ok: true,
            credentials: { ...credentials, type: 'TBA', ...clientOverrideOf(client) },
            config: configForm(config)
        }),
    configForm
};

/** The account as its address has it; `1234567_SB1`, as the vendor shows it, is the same. */
function configForm({ accountId, ...config }: Record<string, unknown>): Record<string, unknown> {
    return { ...config, accountId: typeof accountId === 'string' ? accountId.toLowerCase().replaceAll('_', '-') : accountId };
}
