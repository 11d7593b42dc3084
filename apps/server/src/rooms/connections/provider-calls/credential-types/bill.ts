import { type BillProvider, type CredentialValues, valueAt } from '@patchbay/providers';
import type { Token } from '@patchbay/oauth';
import type { Candidate } from '../../connection-store/candidate.ts';
import { beginProviderOperation } from '../begin-provider-operation.ts';
import { failureOf } from '../request-token.ts';
import type { CredentialType } from './credential-type.ts';
import { type Login, logIn } from './log-in.ts';

/** A session of BILL (https://developer.bill.com/docs/authentication-overview). */
export const bill: CredentialType<BillProvider> = {
    async issue(deps, integration, { credentials: typed, config }) {
        const { provider } = integration;
        const candidate = { integration, config, credentials: { ...typed, type: 'BILL' } };
        const reply = await logIn(deps, candidate, loginOf(provider), beginProviderOperation('token', candidate));
        if (reply === undefined) return { ok: false, code: 'integration_misconfigured' };
        if (!reply.ok) return failureOf(reply.refusal, { grant: 'credentials_rejected', client: 'credentials_rejected' });
        return { ok: true, config, credentials: withSession(candidate.credentials, provider, reply.token, deps.clock.now()) };
    },

    async renew(deps, connection) {
        const { provider } = connection.integration;
        const operation = beginProviderOperation('refresh', connection, connection.row.connection_id);
        const reply = await logIn(deps, connection, loginOf(provider), operation);
        if (reply === undefined) return { ok: false, refusal: { kind: 'unresolved' } };
        if (!reply.ok) return reply;
        const credentials = withSession(connection.credentials, provider, reply.token, deps.clock.now());
        const { receivedAt } = reply;
        const unstated = { grantedScopes: undefined, grantEndsAt: undefined, idleEndsAt: undefined };
        return { ok: true, renewed: { credentials, config: {}, receivedAt, ...unstated } };
    }
};

function loginOf({ id, proxy, connection_config, token_url }: BillProvider): Login {
    return {
        id,
        proxy,
        ...(connection_config ? { connection_config } : {}),
        token_url,
        body_format: 'json',
        token_params: {
            username: '${credentials.username}',
            password: '${credentials.password}',
            organizationId: '${credentials.organization_id}',
            devKey: '${credentials.dev_key}'
        },
        token_response: { token: 'sessionId' }
    };
}

function withSession(before: CredentialValues, provider: BillProvider, { accessToken, raw }: Token, now: Date): Candidate['credentials'] {
    const user = valueAt(raw, 'userId');
    return {
        ...before,
        type: 'BILL',
        session_id: accessToken,
        ...(typeof user === 'string' ? { user_id: user } : {}),
        expires_at: new Date(now.getTime() + provider.token_expires_in_ms).toISOString(),
        raw
    };
}
