import {
    AppError,
    createConnectSession,
    createReconnectSession,
    deleteConnectSession,
    endUser as endUserSchema,
    exchangeConnectLink,
    getConnectSession,
    openConnectSession,
    organization as organizationSchema
} from '@patchbay/contracts';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { rememberSecrets } from '../../kernel/request-context.ts';
import { route } from '../../kernel/mount.ts';
import { cancelAttemptsOf } from '../attempts/cancel-attempts-of.ts';
import { findReconnectTarget } from '../connections/find-reconnect-target.ts';
import { toStoredEndUser, toTags } from '../connections/end-user.ts';
import { answerOnce } from './answer-once.ts';
import { findLiveSessionByLink, markSessionDeleted } from './connect-sessions.sql.ts';
import { describeSession } from './describe-session.ts';
import { findSessionCaller } from './find-session-caller.ts';
import { type MintedSession, mintSession, sessionPlace } from './mint-session.ts';

export const connectSessionRoutes = [
    route(createConnectSession, (deps, { auth, body, headers }) =>
        answerOnce(
            deps,
            { environmentId: auth.environmentId, key: headers['idempotency-key'], request: ['create', body], isAlive: isAlive(deps) },
            async () => {
                const endUser = toStoredEndUser(body.end_user, body.organization);
                const session = await mintSession(deps, {
                    environmentId: auth.environmentId,
                    endUser,
                    tags: toTags(endUser, body.organization, body.tags),
                    allowedIntegrations: body.allowed_integrations ?? [],
                    defaults: body.integrations_config_defaults ?? {},
                    overrides: body.overrides ?? {},
                    allowedOrigins: body.allowed_origins ?? [],
                    webhookUrlOverride: body.webhook_url_override || null,
                    reconnect: null
                });
                return present(session);
            }
        )
    ),
    route(createReconnectSession, (deps, { auth, body, headers }) =>
        answerOnce(
            deps,
            { environmentId: auth.environmentId, key: headers['idempotency-key'], request: ['reconnect', body], isAlive: isAlive(deps) },
            async () => {
                const target = await findReconnectTarget(deps.db, auth.environmentId, body.integration_id, body.connection_id);
                if (!target) throw new AppError('invalid_body', { message: 'ConnectionID or IntegrationId does not exists' });
                // Any shape is accepted: what has the right one is used, the rest ignored.
                const organization = organizationSchema.safeParse(wellFormed(organizationSchema, body.organization)).data;
                const given = endUserSchema.safeParse(wellFormed(endUserSchema, body.end_user)).data;
                const endUser = toStoredEndUser(given, organization);
                // What is not given stays as it is on the connection, also when that is changed before the reconnect is done.
                const isTagged = given !== undefined || organization !== undefined || body.tags !== undefined;
                const session = await mintSession(deps, {
                    environmentId: auth.environmentId,
                    endUser,
                    tags: isTagged ? { ...target.tags, ...toTags(endUser, organization, body.tags) } : {},
                    allowedIntegrations: [body.integration_id],
                    defaults: body.integrations_config_defaults ?? {},
                    overrides: body.overrides ?? {},
                    allowedOrigins: body.allowed_origins ?? [],
                    webhookUrlOverride: body.webhook_url_override || null,
                    reconnect: { integrationId: target.integration_id, connectionId: target.connection_id }
                });
                return present(session);
            }
        )
    ),
    route(getConnectSession, async (deps, { auth }) => ({ data: await describeSession(deps, auth.session) })),
    route(deleteConnectSession, async ({ db, clock }, { auth }) => {
        const now = clock.now();
        await db.transaction().execute(async (trx) => {
            await markSessionDeleted(trx, auth.environmentId, auth.session.id, now);
            await cancelAttemptsOf(trx, auth.environmentId, auth.session.id, now);
        });
    }),
    route(openConnectSession, async (_deps, { auth, body }) => {
        const { allowed_origins: allowed } = auth.session;
        // A page without an origin is a connect link's own page, which the customer handed out on purpose.
        if (body.origin !== null && allowed.length > 0 && !allowed.includes(body.origin)) throw new AppError('origin_not_allowed');
        return { data: { opened: true as const } };
    }),
    route(exchangeConnectLink, async ({ db, tokens, clock, seal }, { body }) => {
        const session = await findLiveSessionByLink(db, tokens.hash(body.code), clock.now());
        if (!session) throw new AppError('not_found', { message: 'This link does not work any more.' });
        const token = await seal.open<string>(sessionPlace(session, 'link_token'), session.link_token);
        rememberSecrets(token);
        return { data: { token, expires_at: session.expires_at.toISOString() } };
    })
];

function present({ token, connectLink, expiresAt }: MintedSession) {
    return { data: { token, connect_link: connectLink, expires_at: expiresAt.toISOString() } };
}

/** Whether the session of an answer given before can still be used. */
function isAlive(deps: Pick<Deps, 'db' | 'clock' | 'tokens'>) {
    return async ({ data }: ReturnType<typeof present>) => (await findSessionCaller(deps, data.token))?.isExpired === false;
}

/** Those fields of an open object that the schema knows and accepts. */
function wellFormed(schema: z.ZodObject, value: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
    return (
        value &&
        Object.fromEntries(
            Object.entries(value).filter(
                ([name, field]) => Object.hasOwn(schema.shape, name) && z.safeParse(schema.shape[name], field).success
            )
        )
    );
}
