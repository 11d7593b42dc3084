import type { KoaContextWithOIDC } from 'oidc-provider';
import type { ClientModes, Modes } from './modes.ts';
import { delayResponse } from './delay-response.ts';
import type { TokenCalls } from './token-calls.ts';
import type { TokenStore } from './token-store.ts';

export interface TokenEndpoint {
    /** Whether this refresh gives a new refresh token. */
    rotates(context: KoaContextWithOIDC): boolean;
    /**
     * Handles a token request as the client's modes say. @param next oidc-provider's correct
     * handler
     */
    handle(context: KoaContextWithOIDC, next: () => Promise<void>): Promise<void>;
}

type TokenResponse = Readonly<Record<string, unknown>>;

/** The difficult side of the token endpoint, around oidc-provider's correct one. */
export function createTokenEndpoint(deps: { modes: ClientModes; store: TokenStore; calls: TokenCalls }): TokenEndpoint {
    const { modes, store, calls } = deps;

    /** The stored response to an earlier use of the refresh token, if the mode repeats it. */
    const responseToRepeat = ({ oidc }: KoaContextWithOIDC): object | undefined => {
        const isRepeating = modes.of(oidc.client?.clientId).grace_answer === 'same';
        return isRepeating ? store.storedResponse(text(oidc.params?.['refresh_token']) ?? '') : undefined;
    };

    /**
     * What a client can't see: from here on it is committed, and the response may be late or lost.
     */
    const commit = async (context: KoaContextWithOIDC, next: () => Promise<void>) => {
        await next();
        const { client, params, entities } = context.oidc;
        const isGranted = context.status === 200;
        const presentedRefreshToken = params?.['grant_type'] === 'refresh_token' ? text(params['refresh_token']) : undefined;
        let response: TokenResponse = isPage(context) || typeof context.body !== 'object' ? {} : { ...context.body };
        if (isGranted && presentedRefreshToken !== undefined) {
            if (entities.RotatedRefreshToken) store.storeResponse(presentedRefreshToken, response);
            response = { ...response, ...responseToRepeat(context) };
        }
        const { Grant: grant } = entities;
        const counts = calls.count({
            grantType: params?.['grant_type'],
            outcome: isGranted ? 'granted' : 'refused',
            grant: grant?.jti && client ? { id: grant.jti, clientId: client.clientId, accountId: grant.accountId ?? '' } : undefined,
            presentedRefreshToken,
            issuedRefreshToken: text(response['refresh_token'])
        });
        return { isGranted, isRefresh: presentedRefreshToken !== undefined, response, counts };
    };

    return {
        rotates(context) {
            return modes.of(context.oidc.client?.clientId).refresh_token === 'rotates' && !responseToRepeat(context);
        },
        async handle(context, next) {
            const { isGranted, isRefresh, response, counts } = await commit(context, next);
            const clientId = context.oidc.client?.clientId;
            if (clientId === undefined || isPage(context)) return;
            const mode = modes.of(clientId);
            if (!(await delayResponse(context.res, mode.token_delay_ms))) return;
            if (isGranted && modes.takeLoss(clientId)) {
                calls.countLoss(counts);
                context.respond = false;
                context.req.socket.resetAndDestroy();
                return;
            }
            if (!isGranted && mode.token_error === 'status_200') {
                context.status = 200;
                context.remove('www-authenticate');
            }
            const shaped = isGranted ? shape(response, mode, isRefresh) : response;
            context.body = mode.token_format === 'form' ? formEncoded(shaped) : shaped;
            if (mode.token_format === 'form') context.type = 'application/x-www-form-urlencoded; charset=utf-8';
        }
    };
}

function shape(
    { token_type: _, expires_in: expiresIn, refresh_token: refreshToken, ...rest }: TokenResponse,
    modes: Modes,
    isRefresh: boolean
) {
    const isMentioned = modes.refresh_token === 'stays_unmentioned' ? !isRefresh : modes.refresh_token !== 'absent';
    return {
        ...rest,
        ...(modes.token_type === 'missing' ? {} : { token_type: modes.token_type }),
        ...(modes.expires_in === 'missing' ? {} : { expires_in: EXPIRES_IN[modes.expires_in](Number(expiresIn)) }),
        ...(refreshToken !== undefined && isMentioned ? { refresh_token: refreshToken } : {})
    };
}

const EXPIRES_IN = {
    number: (seconds: number) => seconds,
    float: (seconds: number) => seconds + 0.5,
    string: String
} as const;

/** What oidc-provider shows a caller who would rather have HTML. */
function isPage({ body }: KoaContextWithOIDC): boolean {
    return typeof body === 'string';
}

function formEncoded(response: TokenResponse): string {
    return new URLSearchParams(Object.entries(response).map(([name, value]): [string, string] => [name, String(value)])).toString();
}

function text(value: unknown): string | undefined {
    return typeof value === 'string' ? value : undefined;
}
