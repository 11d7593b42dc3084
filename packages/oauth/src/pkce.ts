import { calculatePKCECodeChallenge, generateRandomCodeVerifier } from 'oauth4webapi';

/** A fresh PKCE pair, method S256. Seal the verifier at rest. RFC 7636 §4.1–4.2. */
export async function pkce(): Promise<{ verifier: string; challenge: string }> {
    const verifier = generateRandomCodeVerifier();
    return { verifier, challenge: await calculatePKCECodeChallenge(verifier) };
}
