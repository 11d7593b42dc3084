import {
    AppError,
    createConnectSession,
    createReconnectSession,
    deleteConnectSession,
    endUser as endUserSchema,
    getConnectSession,
    openConnectSession,
    organization as organizationSchema
} from '@patchbay/contracts';
import type { ConnectionRow } from '@patchbay/db';
import { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import { route } from '../../../kernel/http/mount.ts';
import { endSession } from '../attempts/end-sessions.ts';
import { findReconnectTarget } from '../../connections/connections/find-reconnect-target.ts';
import { toStoredEndUser, toTags } from '../../connections/connection-store/end-user.ts';
import { withIdempotencyKey } from './with-idempotency-key.ts';
import { checkSessionRequest } from './check-session-request.ts';
import { describeSession } from './describe-session.ts';
import { findSessionCaller } from './authenticate-session.ts';
import { type MintedSession, mintSession } from './mint-session.ts';
import { readOptions } from './session-options.ts';
import { toSessionRequest } from './session-request.ts';

export const connectSessionRoutes = [
    route(createConnectSession, (deps, { auth, body, headers }) =>
        withIdempotencyKey(
            deps,
            { caller: auth, route: 'create', key: headers['idempotency-key'], input: body, isAlive: isSessionLive(deps) },
            async () => {
                const request = await checkSessionRequest(deps, auth, toSessionRequest(body));
                return present(await mintSession(deps.batches, deps, auth.environmentId, request, { keyId: auth.keyId }));
            }
        )
    ),
    route(createReconnectSession, (deps, { auth, body, headers }) =>
        withIdempotencyKey(
            deps,
            { caller: auth, route: 'reconnect', key: headers['idempotency-key'], input: body, isAlive: isSessionLive(deps) },
            async () => {
                const target = await findReconnectTarget(deps.db, auth.environmentId, body.integration_id, body.connection_id);
                if (!target) throw new AppError('invalid_body', { message: 'ConnectionID or IntegrationId does not exists' });
                requireSameEndUser(target, body.end_user);
                // Any shape is accepted: what has the right one is used, the rest ignored.
                const organization = organizationSchema.safeParse(validFields(organizationSchema, body.organization)).data;
                const given = endUserSchema.safeParse(validFields(endUserSchema, body.end_user)).data;
                const endUser = toStoredEndUser(given, organization);
                // Without tags in the request, those of the connection at reconnect time apply.
                const isTagged = given !== undefined || organization !== undefined || body.tags !== undefined;
                const request = await checkSessionRequest(deps, auth, {
                    endUser,
                    tags: isTagged ? { ...target.tags, ...toTags(endUser, organization, body.tags) } : {},
                    allowedIntegrations: [body.integration_id],
                    defaults: body.integrations_config_defaults ?? {},
                    ...readOptions(body)
                });
                const reconnect = { integrationId: target.integration_id, connectionId: target.connection_id };
                return present(await mintSession(deps.batches, deps, auth.environmentId, request, { keyId: auth.keyId, reconnect }));
            }
        )
    ),
    route(getConnectSession, async (deps, { auth, headers }) => ({
        data: await describeSession(deps, auth.session, headers['accept-language'])
    })),
    route(deleteConnectSession, async ({ db, clock }, { auth }) => {
        await db.transaction().execute((trx) => endSession(trx, auth.environmentId, auth.session.id, clock.now()));
    }),
    route(openConnectSession, async (deps, { auth, body, headers }) => {
        const { allowed_origins: allowed } = auth.session;
        // A page without an origin is a connect link's own page.
        if (body.origin !== null && allowed.length > 0 && !allowed.includes(body.origin)) throw new AppError('origin_not_allowed');
        return { data: await describeSession(deps, auth.session, headers['accept-language']) };
    })
];

/** Whose a connection is stays: else one end user's account could be filed under another's. */
function requireSameEndUser(target: Pick<ConnectionRow, 'end_user'>, given: Record<string, unknown> | undefined): void {
    const { id } = given ?? {};
    const isNamed = typeof id === 'string' || typeof id === 'number';
    if (isNamed && target.end_user && String(id) !== target.end_user.id)
        throw new AppError('end_user_mismatch', {
            message: 'This connection belongs to another end user. Mint a reconnect session for the end user who owns it.'
        });
}

function present({ token, connectLink, expiresAt }: MintedSession) {
    return { data: { token, connect_link: connectLink, expires_at: expiresAt.toISOString() } };
}

/** Whether the session of a stored response can still be used. */
function isSessionLive(deps: Pick<Deps, 'batches' | 'clock' | 'keyedHash'>) {
    return async ({ data }: ReturnType<typeof present>) => (await findSessionCaller(deps, data.token))?.isExpired === false;
}

/** Those fields of an open object that the schema knows and accepts. */
function validFields(schema: z.ZodObject, value: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
    return (
        value &&
        Object.fromEntries(
            Object.entries(value).filter(
                ([name, field]) => Object.hasOwn(schema.shape, name) && z.safeParse(schema.shape[name], field).success
            )
        )
    );
}
