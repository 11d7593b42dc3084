import { invalidBody } from '@patchbay/contracts';
import type { ConnectLinkRow } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import type { SealPlace } from '../../../kernel/crypto/seal.ts';
import { sealedTable } from '../../../kernel/crypto/sealed-table.ts';
import { isReturnAllowed, returnNotAllowed } from '../connect-settings/allowed-return.ts';
import { checkSessionRequest } from '../connect-sessions/check-session-request.ts';
import type { SessionRequest } from '../connect-sessions/session-request.ts';
import { insertLink } from './connect-links.sql.ts';
import type { SecretKeyCaller } from '../../platform/environments/authenticate-secret-key.ts';

export interface LinkRequest {
    caller: SecretKeyCaller;
    session: SessionRequest;
    lifetimeMs: number;
    requiresConfirmation: boolean;
    isSingleUse: boolean;
    returnTo: string | undefined;
}

export const sealedLinks = sealedTable({ name: 'connect_links', columns: ['request'], key: 'id', boundTo: ['id'] });

export function linkPlace(row: { environment_id: string; id: string }): SealPlace {
    return sealedLinks.place(row, 'request');
}

/**
 * Makes a share link. Its sessions' request is checked now, while the backend can be told.
 * @throws {AppError} `invalid_body` as for a session, and for a `return_to` that is not allowed
 */
export async function createLink(
    deps: Pick<Deps, 'batches' | 'db' | 'clock' | 'ids' | 'keyedHash' | 'seal' | 'config' | 'providers' | 'providersOf'>,
    request: LinkRequest
): Promise<{ row: ConnectLinkRow; url: string }> {
    const { caller, returnTo } = request;
    const { environmentId } = caller;
    const session = await checkSessionRequest(deps, caller, request.session);
    await checkReturn(deps, environmentId, session, returnTo);
    const now = deps.clock.now();
    const key = { environment_id: environmentId, id: deps.ids.uuid() };
    const code = deps.ids.secret();
    const row = await insertLink(deps.db, {
        ...key,
        code_hash: deps.keyedHash.hash(code),
        request: deps.seal.seal(linkPlace(key), session),
        end_user_id: session.endUser?.id ?? null,
        requires_confirmation: request.requiresConfirmation,
        is_single_use: request.isSingleUse,
        return_to: returnTo ?? null,
        secret_key_id: caller.keyId,
        expires_at: new Date(now.getTime() + request.lifetimeMs),
        created_at: now
    });
    return { row, url: linkAddress(deps, code) };
}

/** @throws {AppError} `invalid_body` when end users may not be sent there */
export async function checkReturn(
    deps: Pick<Deps, 'db' | 'config'>,
    environmentId: string,
    { allowedOrigins }: Pick<SessionRequest, 'allowedOrigins'>,
    returnTo: string | undefined
): Promise<void> {
    if (returnTo !== undefined && !(await isReturnAllowed(deps, environmentId, { allowed_origins: allowedOrigins }, returnTo)))
        throw invalidBody(['return_to'], returnNotAllowed);
}

export function linkAddress({ config }: Pick<Deps, 'config'>, code: string): string {
    return `${config.connectUrl}/l/${code}`;
}
