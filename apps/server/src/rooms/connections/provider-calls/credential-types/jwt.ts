import { createSecretKey, type KeyObject } from 'node:crypto';
import { interpolate, interpolationValues, type JwtProvider, resolveTemplates } from '@patchbay/providers';
import { SignJWT } from 'jose';
import type { Deps } from '../../../../deps.ts';
import type { Candidate } from '../../connection-store/candidate.ts';
import type { CredentialType, TypedInput } from './credential-type.ts';
import { privateKeyOf } from './pem-key.ts';

/** Clocks differ: a token from a clock that is ahead would be one from the future. */
const clockToleranceMs = 30_000;

/** A token that is signed here with the end user's key: the provider is not asked for it. */
export const jwt: CredentialType<JwtProvider> = {
    wrongField: ({ provider }, { credentials }) => {
        const key = keyOf(provider, credentials);
        return 'message' in key ? { path: [keyField(provider)], message: key.message } : undefined;
    },

    async issue(deps, integration, { credentials: typed, config }) {
        const candidate = { integration, config, credentials: { ...typed, type: 'JWT' } };
        const credentials = await signed(deps, integration.provider, candidate);
        return credentials ? { ok: true, credentials, config } : { ok: false, code: 'credentials_rejected' };
    },

    async renew(deps, connection) {
        const credentials = await signed(deps, connection.integration.provider, connection);
        if (!credentials) return { ok: false, refusal: { kind: 'unresolved' } };
        const unstated = { grantedScopes: undefined, grantEndsAt: undefined, idleEndsAt: undefined };
        return { ok: true, renewed: { credentials, config: {}, receivedAt: performance.now(), ...unstated } };
    }
};

/** Undefined where there is no key to sign with. */
async function signed(
    { clock, config }: Pick<Deps, 'clock' | 'config'>,
    provider: JwtProvider,
    { credentials, config: connectionConfig }: Pick<Candidate, 'credentials' | 'config'>
): Promise<Candidate['credentials'] | undefined> {
    const key = keyOf(provider, credentials);
    if ('message' in key) return undefined;
    const { header, payload, expires_in_ms: lifetimeMs } = provider.token;
    const values = interpolationValues({ credentials, connectionConfig, sandboxUrl: config.sandboxUrl });
    const issuedAt = Math.floor((clock.now().getTime() - clockToleranceMs) / 1000);
    const endsAt = issuedAt + Math.floor(lifetimeMs / 1000);
    const token = await new SignJWT(resolveTemplates(payload, values))
        .setProtectedHeader({ typ: 'JWT', ...resolveTemplates(header, values), alg: provider.signature.algorithm })
        .setIssuedAt(issuedAt)
        .setExpirationTime(endsAt)
        .sign(key);
    return { ...credentials, type: 'JWT', token, expires_at: new Date(endsAt * 1000).toISOString() };
}

/** The first credential field that the template of the key names. */
function keyField({ token, credentials }: JwtProvider): string {
    return Object.keys(credentials).find((name) => token.signing_key.includes(`\${credentials.${name}}`)) ?? '';
}

const algorithmNames = { rsa: 'RSA', ec: 'EC' } as const;

/** The key, or what is wrong with it for the person that typed it. */
function keyOf(
    { signature, token }: JwtProvider,
    credentials: TypedInput['credentials'] | Candidate['credentials']
): KeyObject | { message: string } {
    const text = interpolate(token.signing_key, { credentials })?.trim() ?? '';
    if (signature.protocol === 'HMAC') return secretOf(text, signature.hmac_secret_encoding ?? 'utf8');
    const key = privateKeyOf(text);
    if ('message' in key) return key;
    const wanted = signature.protocol === 'RSA' ? 'rsa' : 'ec';
    if (key.asymmetricKeyType !== wanted) return { message: `This is a key of another type. An ${algorithmNames[wanted]} key is needed.` };
    const curve = key.asymmetricKeyDetails?.namedCurve;
    if (wanted === 'ec' && curve !== curves[signature.algorithm])
        return { message: 'This key is on another curve than the one that is needed.' };
    if (wanted === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) < 2048)
        return { message: 'This key is too short. One of 2048 bits or more is needed.' };
    return key;
}

const curves: Readonly<Record<string, string>> = { ES256: 'prime256v1', ES384: 'secp384r1', ES512: 'secp521r1' };
const encodings = { hex: /^(?:[0-9a-f]{2})+$/i, base64: /^[A-Za-z0-9+/_-]+={0,2}$/, utf8: /./s } as const;

function secretOf(text: string, encoding: keyof typeof encodings): KeyObject | { message: string } {
    if (!encodings[encoding].test(text))
        return { message: `This is not a secret in ${encoding === 'hex' ? 'hexadecimal digits' : 'Base64'}. Paste all of it.` };
    return createSecretKey(Buffer.from(text, encoding));
}
