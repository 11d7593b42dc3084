import { Readable } from 'node:stream';
import { AppError } from '@patchbay/contracts';
import { interpolationValues, placeholders, type Provider, resolveHeaders } from '@patchbay/providers';
import { awsHeaders, oauth1Authorization, type OAuth1Signer, takesUnsignedBody } from '@patchbay/signatures';
import type { Candidate } from '../../connection-store/candidate.ts';
import { clientOf, type OAuthClient } from '../../connection-store/client-of.ts';
import { type DigestDeps, digestToken } from './digest-token.ts';

/** A request as it is about to be sent. */
export interface UnsignedRequest {
    method: string;
    url: string;
    /** Names in lower case. */
    headers: Readonly<Record<string, string>>;
    body?: Uint8Array | string | Readable | undefined;
}

type SigningDeps = DigestDeps;
type Sign = (deps: SigningDeps, signer: Signer, request: UnsignedRequest) => Promise<Record<string, string>>;
export type Signer = Pick<Candidate, 'integration' | 'credentials' | 'config'>;

/** Types whose credentials are not sent: they sign each request, with its address and its time. */
const signers: { readonly [Mode in Provider['auth_mode']]?: Sign } = {
    OAUTH1: signOAuth1,
    TBA: signTokenBased,
    AWS_SIGV4: signAsRole,
    SIGNATURE: signByPassword
};

export function isSigned({ auth_mode: mode }: Pick<Provider, 'auth_mode'>): boolean {
    return signers[mode] !== undefined;
}

/**
 * The headers that sign one request: for another address, or later, it is signed anew.
 * @throws {AppError} `request_too_large` for a body that is signed and too long to be read before
 */
export async function signatureOf(deps: SigningDeps, signer: Signer, request: UnsignedRequest): Promise<Record<string, string>> {
    return (await signers[signer.integration.provider.auth_mode]?.(deps, signer, request)) ?? {};
}

function signOAuth1(deps: SigningDeps, { integration, credentials }: Signer, request: UnsignedRequest) {
    const { provider } = integration;
    const authorization = oauth1Authorization(
        { method: request.method, url: request.url, form: formOf(request) },
        {
            ...oauth1Signer(provider, clientOf(integration, credentials)),
            token: { key: textOf(credentials.oauth_token), secret: textOf(credentials.oauth_token_secret) }
        },
        signedOnce(deps)
    );
    return Promise.resolve({ authorization });
}

/** The app, as it signs for a provider. */
export function oauth1Signer(provider: Provider, { clientId, clientSecret }: OAuthClient): OAuth1Signer {
    const signatureMethod = (provider.auth_mode === 'OAUTH1' ? provider.signature_method : undefined) ?? 'HMAC-SHA1';
    return { signatureMethod, clientKey: clientId, clientSecret };
}

/** The nonce has letters and digits alone, as NetSuite wants it. */
export function signedOnce({ ids, clock }: SigningDeps): { nonce: string; at: Date } {
    return { nonce: ids.uuid().replaceAll('-', ''), at: clock.now() };
}

/**
 * The only method that the vendor takes; the realm is the account as it shows it.
 * @see https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_1534941088.html
 */
function signTokenBased(deps: SigningDeps, { integration, credentials, config }: Signer, request: UnsignedRequest) {
    const { clientId, clientSecret } = clientOf(integration, credentials);
    const authorization = oauth1Authorization(
        { method: request.method, url: request.url, form: formOf(request) },
        {
            signatureMethod: 'HMAC-SHA256',
            clientKey: clientId,
            clientSecret,
            token: { key: textOf(credentials.token_id), secret: textOf(credentials.token_secret) },
            realm: textOf(config.accountId).toUpperCase().replaceAll('-', '_')
        },
        signedOnce(deps)
    );
    return Promise.resolve({ authorization });
}

/** The hash of the body is signed, except of a stream where the service does without. */
function signAsRole({ clock }: SigningDeps, { integration, credentials, config }: Signer, request: UnsignedRequest) {
    const { provider } = integration;
    const service = provider.auth_mode === 'AWS_SIGV4' ? provider.service : '';
    const { body } = request;
    if (body instanceof Readable && !takesUnsignedBody(service))
        throw new AppError('request_too_large', { message: `A body of more than 1 MiB cannot be signed for ${provider.display_name}.` });
    return awsHeaders(
        { ...request, body: body instanceof Readable ? 'stream' : typeof body === 'string' ? Buffer.from(body) : body },
        {
            accessKeyId: textOf(credentials.access_key_id),
            secretAccessKey: textOf(credentials.secret_access_key),
            sessionToken: textOf(credentials.session_token)
        },
        { region: textOf(config.region), service, now: clock.now() }
    );
}

/**
 * A token of its own: vendors take a nonce once. It takes the place of the stored one.
 */
function signByPassword(deps: SigningDeps, { integration: { provider }, credentials, config: connectionConfig }: Signer) {
    if (provider.auth_mode !== 'SIGNATURE') return Promise.resolve({});
    const own = Object.entries(provider.proxy.headers ?? {}).filter(([, template]) => placeholders(template).includes('accessToken'));
    const values = interpolationValues({
        credentials: { ...credentials, token: digestToken(deps, provider, credentials) },
        connectionConfig
    });
    const headers = resolveHeaders(Object.fromEntries(own), values);
    return Promise.resolve(Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])));
}

/** The body, where it is part of a signature of OAuth 1.0a (RFC 5849 §3.4.1.3.1). */
function formOf({ headers, body }: UnsignedRequest): string | undefined {
    const type = headers['content-type'] ?? '';
    if (body === undefined || !/^application\/x-www-form-urlencoded(?:;|\s|$)/i.test(type)) return undefined;
    if (typeof body === 'string') return body;
    if (body instanceof Uint8Array) return Buffer.from(body).toString('utf8');
    throw new AppError('request_too_large', {
        message: 'A form of more than 1 MiB cannot be signed. Send less at once, or another content type.'
    });
}

function textOf(value: unknown): string {
    return typeof value === 'string' ? value : '';
}
