import type { OAuth1Reply } from '../../../connections/provider-calls/credential-types/oauth1-calls.ts';
import { failureOf } from '../../../connections/provider-calls/request-token.ts';
import { type Failed, failed } from './decide-outcome.ts';

/** What a refusal of OAuth 1.0a means: what concerns the app is for the customer alone. */
export function refusedOAuth1(refusal: Extract<OAuth1Reply, { ok: false }>['refusal']): Failed {
    if (refusal.kind === 'unresolved') return failed('integration_misconfigured');
    const { code, providerText } = failureOf(refusal, { grant: 'provider_error', client: 'integration_misconfigured' });
    if (providerText === undefined) return failed(code);
    return failed(code, code === 'integration_misconfigured' ? { description: providerText } : { providerText });
}
