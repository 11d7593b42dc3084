import type { CredentialValues, SignatureProvider } from '@patchbay/providers';
import { usernameToken } from '@patchbay/signatures';
import type { Deps } from '../../../../deps.ts';

export type DigestDeps = Pick<Deps, 'clock' | 'ids'>;

/** A token for one request. */
export function digestToken({ clock, ids }: DigestDeps, { signature }: SignatureProvider, credentials: CredentialValues): string {
    const { username, password } = credentials;
    return usernameToken(
        { username: String(username), password: String(password), encoding: signature.digest_encoding ?? 'base64' },
        { nonce: ids.uuid().replaceAll('-', ''), at: clock.now() }
    );
}
