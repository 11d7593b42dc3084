import {
    AppError,
    createWebhookEndpoint,
    deleteWebhookEndpoint,
    getWebhookEndpoint,
    listWebhookEndpoints,
    mostEndpoints,
    rotateWebhookEndpointKey,
    rotateWebhookSigningKey,
    testWebhookEndpoint,
    updateWebhookEndpoint
} from '@patchbay/contracts';
import type { WebhookEndpointRow } from '@patchbay/db';
import { route } from '../../../kernel/http/mount.ts';
import { markDestinationsDue } from './destinations.sql.ts';
import {
    countEndpoints,
    disabledByRequest,
    findEndpoint,
    findEndpoints,
    hideEndpoint,
    insertEndpoint,
    updateEndpoint
} from './endpoints.sql.ts';
import { exampleOf } from './example-event.ts';
import { rotateKey } from './rotate-key.ts';
import { sendDelivery } from './send-delivery.ts';
import { mintSigningKey, openSigningKeys, sealSigningKeys } from './signing-keys.ts';

export const webhookEndpointRoutes = [
    route(createWebhookEndpoint, async (deps, { auth, body }) => {
        const { environmentId } = auth;
        // Two at once may exceed it by one, which does no harm.
        if ((await countEndpoints(deps.db, environmentId)) >= mostEndpoints)
            throw new AppError('conflict', { message: `An environment has at most ${mostEndpoints} endpoints. Delete one first.` });
        const key = mintSigningKey();
        const id = deps.ids.uuid();
        const now = deps.clock.now();
        const row = await insertEndpoint(deps.db, {
            environment_id: environmentId,
            id,
            url: body.url,
            description: body.description ?? null,
            event_types: body.event_types,
            signing_keys: sealSigningKeys(deps, { environmentId, endpointId: id }, [{ key, until: null }]),
            created_at: now,
            updated_at: now
        });
        return { data: { ...describeEndpoint(required(row)), signing_key: key } };
    }),
    route(listWebhookEndpoints, async ({ db }, { auth }) => ({
        data: (await findEndpoints(db, auth.environmentId)).map(describeEndpoint)
    })),
    route(getWebhookEndpoint, async ({ db }, { auth, params }) => ({
        data: describeEndpoint(required(await findEndpoint(db, auth.environmentId, params.endpoint_id)))
    })),
    /** @race it is enabled while a URL of it is given back: row lock; URLs are due afterwards */
    route(updateWebhookEndpoint, async ({ db, clock, webhookNews }, { auth, params, body }) => {
        const { disabled, expected_updated_at: expected, ...changes } = body;
        const now = clock.now();
        const before = required(await findEndpoint(db, auth.environmentId, params.endpoint_id));
        if (before.url === null && body.url !== undefined)
            throw new AppError('conflict', { message: 'This endpoint stands for the URLs of connections. Change those.' });
        const expectedAt = expected === undefined ? undefined : new Date(expected);
        const all = {
            ...changes,
            updated_at: now,
            ...(disabled === true ? { disabled_at: now, disabled_reason: disabledByRequest } : {}),
            ...(disabled === false ? { disabled_at: null, disabled_reason: null, failing_since: null, warnings: 0, due_at: now } : {})
        };
        const row = await updateEndpoint(db, before, all, expectedAt);
        if (!row && expectedAt) throw new AppError('conflict', { message: 'Someone else has changed this endpoint, or deleted it.' });
        if (disabled === false && before.url === null) await markDestinationsDue(db, auth.environmentId, before.id, now);
        if (disabled === false) webhookNews.emit('due');
        return { data: describeEndpoint(required(row)) };
    }),
    route(deleteWebhookEndpoint, async ({ db, clock }, { auth, params }) => {
        if (!(await hideEndpoint(db, auth.environmentId, params.endpoint_id, clock.now()))) throw new AppError('not_found');
        return { success: true as const };
    }),
    route(rotateWebhookEndpointKey, async (deps, { auth, params, body }) => ({
        data: required(await rotateKey(deps, auth.environmentId, params.endpoint_id, body.old_key_valid_for))
    })),
    route(rotateWebhookSigningKey, async (deps, { auth, body }) => {
        const rotated = required(await rotateKey(deps, auth.environmentId, undefined, body.old_key_valid_for));
        return { data: { ...rotated, webhook_signing_key: rotated.signing_key } };
    }),
    route(testWebhookEndpoint, async (deps, { auth, params, body }) => {
        const { environmentId } = auth;
        const row = required(await findEndpoint(deps.db, environmentId, params.endpoint_id));
        if (row.url === null)
            throw new AppError('conflict', { message: 'This endpoint stands for the URLs of connections: it has none of its own.' });
        const keys = openSigningKeys(deps, { environmentId, endpointId: row.id }, row.signing_keys);
        const message = { url: row.url, eventId: deps.ids.uuid(), payload: exampleOf(body.type) };
        const { status, failure } = await sendDelivery(deps, message, keys, auth.environmentId);
        return { data: { delivered: failure === null, response_status: status, failure } };
    })
];

function required<T>(found: T | undefined): T {
    if (found === undefined) throw new AppError('not_found');
    return found;
}

function describeEndpoint(row: WebhookEndpointRow) {
    return {
        id: row.id,
        url: row.url,
        description: row.description,
        event_types: row.event_types,
        created_at: row.created_at.toISOString(),
        updated_at: row.updated_at.toISOString(),
        failing_since: row.failing_since?.toISOString() ?? null,
        disabled_at: row.disabled_at?.toISOString() ?? null,
        disabled_reason: row.disabled_reason
    };
}
