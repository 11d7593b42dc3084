import { type AppProvider, installedAppOf } from '@patchbay/providers';
import { z } from 'zod';
import type { EgressPurpose } from '../../../../kernel/egress/egress.ts';
import type { Candidate } from '../../connection-store/candidate.ts';
import { beginProviderOperation } from '../begin-provider-operation.ts';
import type { ProviderCallDeps } from '../provider-request.ts';
import { scrubberOf } from '../provider-text.ts';
import { secretsOf } from '../provider-secrets.ts';
import { type AppReply, callAsApp, type InstallationUse } from './app-calls.ts';
import type { CredentialType } from './credential-type.ts';

/** Tokens of an installation. Nothing of the end user renews them: the app asks for new ones. */
export const installedApp: Pick<CredentialType<AppProvider>, 'renew'> = {
    async renew(deps, connection) {
        const operation = beginProviderOperation('refresh', connection, connection.row.connection_id);
        const issued = await issueInstallationToken(deps, connection, operation);
        if (!issued.ok) return issued;
        const { credentials, receivedAt } = issued;
        return {
            ok: true,
            renewed: { credentials, config: {}, grantedScopes: undefined, grantEndsAt: undefined, idleEndsAt: undefined, receivedAt }
        };
    }
};

const issuedToken = z.looseObject({ token: z.string().min(1).max(16_384), expires_at: z.iso.datetime({ offset: true }) });

export type IssuedToken = { ok: true; credentials: Candidate['credentials']; receivedAt: number } | Extract<AppReply, { ok: false }>;

/** Requests a token of an installation, in wire form. */
export async function issueInstallationToken(deps: ProviderCallDeps, use: InstallationUse, purpose: EgressPurpose): Promise<IssuedToken> {
    const { token_url: template } = installedAppOf(use.integration.provider);
    const reply = await callAsApp(deps, use, { method: 'POST', template }, purpose);
    if (!reply.ok) return reply;
    const { data } = issuedToken.safeParse(reply.json);
    if (!data) return { ok: false, refusal: { kind: 'malformed', status: 200 } };
    const { sent } = secretsOf({ ...use, credentials: { type: 'APP' } });
    return {
        ok: true,
        credentials: {
            type: 'APP',
            access_token: data.token,
            expires_at: new Date(data.expires_at).toISOString(),
            raw: scrubberOf(sent).values(data)
        },
        receivedAt: reply.receivedAt
    };
}
