import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { COMPANIES } from './accounts.ts';
import { InvalidInput } from './check-fields.ts';

type Algorithm = 'ES256' | 'RS256' | 'HS256';

interface SigningKey {
    id: string;
    account: string;
    algorithm: Algorithm;
    /** A public key as PEM; for HMAC the secret in Base64. */
    verifiedWith: string;
}

const ALGORITHMS: readonly string[] = ['ES256', 'RS256', 'HS256'];
/** Keys with which companies sign their own tokens; the vendor keeps the public half alone. */
export class SigningKeys {
    readonly #keys = new Map<string, SigningKey>();

    /** @returns what the company gets, once */
    create(account: unknown, algorithm: unknown = 'ES256'): { id: string; private_key: string } {
        if (!COMPANIES.some(({ id }) => id === account) || !ALGORITHMS.includes(String(algorithm)))
            throw new InvalidInput(`"account" must be a company, and "algorithm" one of ${ALGORITHMS.join(', ')}.`);
        const id = `key-${randomBytes(6).toString('hex')}`;
        const { verifiedWith, privateKey } = algorithm === 'HS256' ? secret() : keyPair(algorithm === 'RS256');
        // Checked above.
        this.#keys.set(id, { id, account: String(account), algorithm: algorithm as Algorithm, verifiedWith });
        return { id, private_key: privateKey };
    }

    revoke(id: unknown): boolean {
        return this.#keys.delete(String(id));
    }

    find(id: unknown): SigningKey | undefined {
        return this.#keys.get(String(id));
    }
}

function secret() {
    const text = randomBytes(32).toString('base64');
    return { verifiedWith: text, privateKey: text };
}

function keyPair(isRsa: boolean) {
    const pair = isRsa ? generateKeyPairSync('rsa', { modulusLength: 2048 }) : generateKeyPairSync('ec', { namedCurve: 'P-256' });
    return {
        verifiedWith: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
        privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    };
}
