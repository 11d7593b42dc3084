import { type CredentialValues, type SignatureProvider } from '@patchbay/providers';
import type { Candidate } from '../../connection-store/candidate.ts';
import type { CredentialType } from './credential-type.ts';
import { type DigestDeps, digestToken } from './digest-token.ts';

/**
 * A user whose password signs each request. What is stored as their token is for callers that send
 * requests themselves, one for each: whatever is sent here has a token of its own.
 */
export const passwordDigest: CredentialType<SignatureProvider> = {
    wrongField: (_integration, { credentials: { username = '' } }) =>
        /["\\\p{Cc}]/u.test(username)
            ? { path: ['username'], message: 'A user name with a quotation mark or a backslash cannot be sent.' }
            : undefined,

    issue: (deps, { provider }, { credentials, config }) =>
        Promise.resolve({ ok: true, config, credentials: withToken(deps, provider, credentials) }),

    renew(deps, { integration: { provider }, credentials }) {
        const renewed = withToken(deps, provider, credentials);
        const unstated = { grantedScopes: undefined, grantEndsAt: undefined, idleEndsAt: undefined };
        return Promise.resolve({ ok: true, renewed: { credentials: renewed, config: {}, receivedAt: performance.now(), ...unstated } });
    }
};

function withToken(deps: DigestDeps, provider: SignatureProvider, credentials: CredentialValues): Candidate['credentials'] {
    const endsAt = new Date(deps.clock.now().getTime() + provider.token.expires_in_ms);
    const token = digestToken(deps, provider, credentials);
    return { ...credentials, type: 'SIGNATURE', token, expires_at: endsAt.toISOString() };
}
