import { mintedSession } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import type { SecretKeyCaller } from '../../platform/environments/authenticate-secret-key.ts';
import { findSessionCaller } from './authenticate-session.ts';
import { checkSessionRequest } from './check-session-request.ts';
import { mintSession, type ReconnectedConnection } from './mint-session.ts';
import type { SessionRequest } from './session-request.ts';
import { withIdempotencyKey } from './with-idempotency-key.ts';

interface Call {
    auth: SecretKeyCaller;
    headers: { 'idempotency-key'?: string | undefined };
    body: unknown;
}

/**
 * Mints the session that a backend asks for, once per Idempotency-Key, and responds with it.
 * @param prepare what the session is for
 * @race two sessions for one idempotency key: `insert … on conflict` claims the key for 60 s
 */
export function mintOnce(
    deps: Pick<Deps, 'batches' | 'clock' | 'config' | 'db' | 'ids' | 'keyedHash' | 'providers' | 'providersOf' | 'seal'>,
    route: 'create' | 'reconnect',
    { auth, headers, body }: Call,
    prepare: () => Promise<{ request: SessionRequest; reconnect?: ReconnectedConnection; managesConnections?: boolean }>
) {
    return withIdempotencyKey(
        deps,
        {
            caller: auth,
            route,
            key: headers['idempotency-key'],
            input: body,
            form: mintedSession,
            isAlive: async ({ data }) => (await findSessionCaller(deps, data.token))?.isExpired === false
        },
        async () => {
            const { request, ...origin } = await prepare();
            const checked = await checkSessionRequest(deps, auth, request);
            const minted = await mintSession(deps.batches, deps, auth.environmentId, checked, { keyId: auth.keyId, ...origin });
            return { data: { token: minted.token, connect_link: minted.connectLink, expires_at: minted.expiresAt.toISOString() } };
        }
    );
}
