import type { CredentialValues, CustomProvider } from '@patchbay/providers';
import { signInHalf } from '../../../platform/integrations/sign-in-half.ts';
import { type Halves, halvesOf, toCustomCredentials } from '../../connection-store/credential-halves.ts';
import { dueAt } from '../../connection-store/refresh-schedule.ts';
import { beginProviderOperation } from '../begin-provider-operation.ts';
import type { ProviderCallDeps } from '../provider-request.ts';
import { issueInstallationToken } from './app.ts';
import type { ConnectionTo, CredentialType, RefreshResult } from './credential-type.ts';
import { refreshTokenRequest, withNewToken } from './oauth2.ts';
import { renewToken } from './renew-token.ts';

type Connection = ConnectionTo<CustomProvider>;

/** Tokens of an installation and of who installed it, which end at different times. */
export const appForPerson: Pick<CredentialType<CustomProvider>, 'renew' | 'renewsSignIn'> = {
    /**
     * The token of the person alone has a refresh token that is used once: what takes its place is
     * stored before the app asks for a token.
     */
    async renew(deps, connection, keep, { asksSignIn }) {
        const halves = halvesOf(connection.credentials);
        if (!halves) return { ok: false, refusal: { kind: 'unresolved' } };
        const { app, user } = halves;
        const now = deps.clock.now();
        const signIn = user && asksSignIn && isWanted(connection, halves, now) ? await renewSignIn(deps, connection, user) : undefined;
        // Calls are made with the app's token, which does not wait for where people sign in.
        const goesOn = signIn?.ok !== false || (!isOfGrant(signIn.refusal) && isDue(connection, app, now));
        if (!goesOn) return { ...signIn, isOfSignIn: true };
        const renewed = signIn?.ok ? signIn.renewed : undefined;
        const kept = renewed ? renewed.credentials : user;
        if (renewed && !(await keep({ ...renewed, credentials: toCustomCredentials({ app, user: kept }) })))
            return { ok: false, refusal: { kind: 'unresolved' } };
        const operation = beginProviderOperation('refresh', connection, connection.row.connection_id);
        const issued = await issueInstallationToken(deps, connection, operation);
        if (!issued.ok) return issued;
        const unstated = { config: {}, grantedScopes: undefined, grantEndsAt: undefined, idleEndsAt: undefined };
        const credentials = toCustomCredentials({ app: issued.credentials, user: kept });
        return {
            ok: true,
            renewed: { ...unstated, ...renewed, credentials, receivedAt: issued.receivedAt },
            ...(signIn?.ok === false && { refusedSignIn: signIn.refusal })
        };
    },
    renewsSignIn(connection, now) {
        const halves = halvesOf(connection.credentials);
        return halves !== undefined && isWanted(connection, halves, now);
    }
};

/** Whether the person's token is renewed: also by force, while neither token ends soon. */
function isWanted(connection: Connection, { app, user }: Halves, now: Date): boolean {
    return typeof user?.refresh_token === 'string' && (isDue(connection, user, now) || !isDue(connection, app, now));
}

function isDue({ integration: { provider } }: Connection, part: CredentialValues, now: Date): boolean {
    const due = dueAt(provider, part);
    // Imported without its end: of unknown age.
    return due === undefined ? typeof part.refresh_token === 'string' : due <= now;
}

/** Else it is of the client, or says nothing. */
function isOfGrant({ kind }: Extract<RefreshResult, { ok: false }>['refusal']): boolean {
    return kind !== 'unanswered' && kind !== 'transient' && kind !== 'misconfigured';
}

function renewSignIn(deps: ProviderCallDeps, connection: Connection, user: Connection['credentials']): Promise<RefreshResult> {
    const signIn = { ...connection, integration: signInHalf(connection.integration), credentials: user };
    const request = refreshTokenRequest(deps, signIn.integration.provider, signIn);
    return renewToken(deps, signIn, request, (token) => withNewToken(user, token));
}
