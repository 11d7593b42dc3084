import type { FormFields } from '@patchbay/providers';
import { authorizationServerOf, configOverrideOf } from '../connection-store/client-of.ts';
import { partsOf } from '../connection-store/credential-halves.ts';
import { splitConfig } from '../connection-store/save-connection.ts';
import type { Candidate } from '../connection-store/candidate.ts';

/** Secrets that a provider may repeat in any text. */
export interface ProviderSecrets {
    /** Sent to authenticate; scrubbed from issued values too. */
    sent: unknown[];
    /** Tokens of its own. */
    issued: unknown[];
}

/** Members of credentials that are not secret whatever the provider. */
const openMembers = new Set(
    'type expires_at token_type scope raw config_override authorization_server access_key_id external_id region service user_id'.split(' ')
);
const issuedMembers = new Set(['access_token', 'refresh_token', 'token', 'oauth_token', 'oauth_token_secret', 'session_id']);
const isTokenName = (name: string) => /token$|secret|assertion|^sessionid$/i.test(name);

/** Unknown members count as secret and are scrubbed. */
export function secretsOf({ integration, credentials, config, spent = [] }: Candidate): ProviderSecrets {
    const { provider, secrets } = integration;
    const parts = partsOf(credentials);
    const fields: FormFields = provider.credentials ?? {};
    const isOpen = (name: string) => openMembers.has(name) || (Object.hasOwn(fields, name) && fields[name]?.secret !== true);
    const valuesOf = (isWanted: (name: string) => boolean) =>
        parts.flatMap((part) => Object.entries(part)).flatMap(([name, value]) => (isWanted(name) ? [value] : []));
    return {
        sent: [
            secrets.clientSecret,
            secrets.webhookSecret,
            secrets.app?.privateKey,
            secrets.app?.user?.clientSecret,
            splitConfig(provider, { ...secrets.config, ...config }).secret,
            configOverrideOf(credentials).client_secret,
            authorizationServerOf(credentials)?.client?.clientSecret,
            valuesOf((name) => !issuedMembers.has(name) && !isOpen(name)),
            spent
        ],
        issued: [valuesOf((name) => issuedMembers.has(name)), parts.map(({ raw }) => tokensIn(raw))]
    };
}

/** The tokens of a raw token response, at any depth. */
export function tokensIn(raw: unknown): unknown[] {
    if (typeof raw !== 'object' || raw === null) return [];
    return Object.entries(raw).flatMap(([name, value]: [string, unknown]) =>
        typeof value === 'object' ? tokensIn(value) : isTokenName(name) ? [value] : []
    );
}
