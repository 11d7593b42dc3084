import {
    AppError,
    createAlertChannel,
    deleteAlertChannel,
    getAlertReference,
    listAlertChannels,
    mostChannels,
    testAlertChannel,
    updateAlertChannel
} from '@patchbay/contracts';
import type { AlertChannelRow } from '@patchbay/db';
import { page, route } from '../../../kernel/http/mount.ts';
import { mintSigningKey } from '../webhook-deliveries/signing-keys.ts';
import { alertPage } from './alert-page.ts';
import { openChannel, sealChannel } from './channel-secrets.ts';
import { deleteChannel, findChannel, findChannels, insertChannel, noFailures, updateChannel } from './channels.sql.ts';
import { exampleIssue } from './example-issue.ts';
import { sendMessage } from './send-message.ts';

export const alertChannelRoutes = [
    route(createAlertChannel, async (deps, { auth, body }) => {
        const { environmentId } = auth;
        // Two at once may exceed it by one, which does no harm.
        if ((await findChannels(deps.db, environmentId)).length >= mostChannels)
            throw new AppError('conflict', { message: `An environment has at most ${mostChannels} alert channels. Delete one first.` });
        const key = { environment_id: environmentId, id: deps.ids.uuid() };
        const signingKey = body.kind === 'generic' ? mintSigningKey() : null;
        const row = await insertChannel(deps.db, {
            ...key,
            kind: body.kind,
            name: body.name,
            secrets: sealChannel(deps, key, { url: body.url, key: signingKey }),
            host: new URL(body.url).host,
            rules: body.rules,
            thresholds: JSON.stringify(body.thresholds),
            created_at: deps.clock.now()
        });
        return { data: { ...describeChannel(row), signing_key: signingKey } };
    }),
    route(listAlertChannels, async ({ db }, { auth }) => ({ data: (await findChannels(db, auth.environmentId)).map(describeChannel) })),
    route(updateAlertChannel, async (deps, { auth, params, body }) => {
        const { url, thresholds, expected_updated_at: expected, ...changes } = body;
        const before = required(await findChannel(deps.db, { environment_id: auth.environmentId, id: params.channel_id }));
        const all = {
            ...changes,
            ...(url === undefined
                ? {}
                : { secrets: sealChannel(deps, before, { ...openChannel(deps, before), url }), host: new URL(url).host }),
            // What waits is sent at once.
            ...(url !== undefined || changes.enabled ? { failures: 0, retry_at: null } : {}),
            ...(thresholds === undefined ? {} : { thresholds: JSON.stringify(thresholds) }),
            updated_at: deps.clock.now()
        };
        const expectedAt = expected === undefined ? undefined : new Date(expected);
        const row = await updateChannel(deps.db, before, all, expectedAt);
        if (!row && expectedAt) throw new AppError('conflict', { message: 'Someone else has changed this channel, or deleted it.' });
        return { data: describeChannel(required(row)) };
    }),
    route(deleteAlertChannel, async ({ db }, { auth, params }) => {
        if (!(await deleteChannel(db, { environment_id: auth.environmentId, id: params.channel_id }))) throw notFound();
        return { success: true as const };
    }),
    route(testAlertChannel, async (deps, { auth, params }) => {
        const channel = required(await findChannel(deps.db, { environment_id: auth.environmentId, id: params.channel_id }));
        const { status, failure } = await sendMessage(deps, {
            id: deps.ids.uuid(),
            kind: 'test',
            issue: exampleIssue(deps, channel),
            channel,
            environment: auth.environmentName
        });
        if (failure === null && channel.failing_since) await updateChannel(deps.db, channel, noFailures);
        return { data: { delivered: failure === null, response_status: status, failure } };
    }),
    page(getAlertReference, async () => alertPage())
];

const notFound = () => new AppError('not_found', { message: 'There is no such channel. GET /alert-channels lists them.' });

function required(row: AlertChannelRow | undefined): AlertChannelRow {
    if (!row) throw notFound();
    return row;
}

function describeChannel(row: AlertChannelRow) {
    return {
        id: row.id,
        kind: row.kind,
        name: row.name,
        host: row.host,
        rules: row.rules,
        thresholds: row.thresholds,
        enabled: row.enabled,
        failing_since: row.failing_since?.toISOString() ?? null,
        failure: row.failure,
        created_at: row.created_at.toISOString(),
        updated_at: row.updated_at.toISOString()
    };
}
