import { createPublicKey } from 'node:crypto';
import { jwtVerify } from 'jose';
import { COMPANIES } from './accounts.ts';
import { bearerToken } from './callers.ts';
import { sendFound, sendJson } from './exchange.ts';
import type { Exchange } from './exchange.ts';
import type { SigningKeys } from './signing-keys.ts';

/** Tokens may live for this long (App Store Connect has the same limit), and clocks may differ. */
const MAX_LIFETIME = '20 minutes';
const CLOCK_TOLERANCE = '5 seconds';

/**
 * Tokens that the caller signs (RFC 7519) with a key made by `POST /_ctl/signing-keys`: `kid` in
 * the header, `iss` the same, `aud` "sandbox", `iat` and `exp` at most 20 minutes apart.
 *
 * - `GET /signed/v1/account`
 */
export async function signedApi({ signingKeys }: { signingKeys: SigningKeys }, exchange: Exchange): Promise<void> {
    const { request, response, method, url } = exchange;
    const refuse = (code: string, message: string) => sendJson(response, 401, { errors: [{ code, message }], message });
    try {
        const { payload } = await jwtVerify(
            bearerToken(request.headers) ?? '',
            ({ kid, alg }) => {
                const key = signingKeys.find(kid);
                if (!key || key.algorithm !== alg) throw new Error('The key is unknown.');
                return key.algorithm === 'HS256' ? Buffer.from(key.verifiedWith, 'base64') : createPublicKey(key.verifiedWith);
            },
            { audience: 'sandbox', maxTokenAge: MAX_LIFETIME, clockTolerance: CLOCK_TOLERANCE, requiredClaims: ['iss', 'exp', 'iat'] }
        );
        const key = signingKeys.find(payload.iss);
        const company = COMPANIES.find(({ id }) => id === key?.account);
        if (!company || (payload.exp ?? 0) - (payload.iat ?? 0) > 1200) return refuse('NOT_AUTHORIZED', 'The token lives too long.');
        sendFound(response, method, url.pathname === '/signed/v1/account' ? { id: company.id, name: company.name } : undefined);
    } catch {
        refuse('NOT_AUTHORIZED', 'The token is not signed by a known key, or its time is wrong.');
    }
}
