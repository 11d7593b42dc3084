import {
    AppError,
    createReconnectSession,
    endUser as endUserSchema,
    invalidBody,
    objectProblem,
    organization as organizationSchema,
    type ParsedInput
} from '@patchbay/contracts';
import type { ConnectionRow } from '@patchbay/db';
import { route } from '../../../../kernel/http/mount.ts';
import { validFields } from '../../../../kernel/http/valid-fields.ts';
import type { Deps } from '../../../../deps.ts';
import { countUnconfirmed } from '../../../connections/connection-store/connections.sql.ts';
import { toStoredEndUser, toTags } from '../../../connections/connection-store/end-user.ts';
import { mintOnce } from '../mint-once.ts';
import { readOptions } from '../session-options.ts';
import type { SessionRequest } from '../session-request.ts';
import { findReconnectTarget } from './find-reconnect-target.ts';

export const reconnectRoutes = [
    route(createReconnectSession, (deps, call) =>
        mintOnce(deps, 'reconnect', call, async () => {
            const { auth, body } = call;
            const target = await findReconnectTarget(deps.db, auth.environmentId, body.integration_id, body.connection_id);
            if (!target) throw await missingError(deps, auth.environmentId, body);
            // Its attempts would be refused, and the end user can do nothing about it.
            if (!target.integration_enabled) throw new AppError('integration_disabled');
            requireSameEndUser(target, body.end_user);
            requireSmallMetadata(target, body);
            return {
                request: toReconnectRequest(body, target),
                reconnect: { integrationId: target.integration_id, connectionId: target.connection_id }
            };
        })
    )
];

/** The wire contract of the reference's clients has this message. */
async function missingError(
    { db, clock }: Pick<Deps, 'db' | 'clock'>,
    environmentId: string,
    { integration_id: integrationKey, connection_id: connectionId }: { integration_id: string; connection_id: string }
): Promise<AppError> {
    const waiting = await countUnconfirmed(db, { environmentId, integrationKey, connectionIds: [connectionId], now: clock.now() });
    return waiting > 0
        ? new AppError('not_confirmed')
        : new AppError('invalid_body', { message: 'ConnectionID or IntegrationId does not exists' });
}

/** Whose a connection is stays: else one end user's account could be filed under another's. */
function requireSameEndUser(target: Pick<ConnectionRow, 'end_user'>, given: Record<string, unknown> | undefined): void {
    const { id } = given ?? {};
    const isNamed = typeof id === 'string' || typeof id === 'number';
    if (isNamed && target.end_user && String(id) !== target.end_user.id)
        throw new AppError('end_user_mismatch', {
            message: 'This connection belongs to another end user. Mint a reconnect session for the end user who owns it.'
        });
}

/** Of the connection and the session together: the end user could not do anything about it. */
function requireSmallMetadata(
    target: Pick<ConnectionRow, 'connection_id' | 'metadata'>,
    { integration_id: key, integrations_config_defaults: defaults }: ParsedInput<typeof createReconnectSession>['body']
): void {
    const problem = objectProblem({ ...defaults?.[key]?.metadata, ...target.metadata });
    if (problem === undefined || defaults?.[key]?.metadata === undefined) return;
    const message = `The metadata of ${target.connection_id} would become too large. ${problem}`;
    throw invalidBody(['integrations_config_defaults', key, 'metadata'], message);
}

/** Any shape of end user is accepted: what has the right one is used, the rest ignored. */
function toReconnectRequest(body: ParsedInput<typeof createReconnectSession>['body'], target: Pick<ConnectionRow, 'tags'>): SessionRequest {
    const organization = organizationSchema.safeParse(validFields(organizationSchema, body.organization)).data;
    const given = endUserSchema.safeParse(validFields(endUserSchema, body.end_user)).data;
    const endUser = toStoredEndUser(given, organization);
    // Without tags in the request, those of the connection at reconnect time apply.
    const isTagged = given !== undefined || organization !== undefined || body.tags !== undefined;
    return {
        endUser,
        tags: isTagged ? { ...target.tags, ...toTags(endUser, organization, body.tags) } : {},
        allowedIntegrations: [body.integration_id],
        defaults: body.integrations_config_defaults ?? {},
        ...readOptions(body)
    };
}
