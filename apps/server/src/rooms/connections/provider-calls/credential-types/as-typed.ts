import type { CredentialType } from './credential-type.ts';

/** What was typed is what is sent. */
export const asTyped: Pick<CredentialType, 'issue'> = {
    issue: (_deps, { provider: { auth_mode: type } }, { credentials, config }) =>
        // A password that the form does not ask for is sent empty.
        Promise.resolve({ ok: true, config, credentials: { ...(type === 'BASIC' && { password: '' }), ...credentials, type } })
};
