import {
    AppError,
    baseVariant,
    createSyncVariant,
    deleteSyncVariant,
    getSyncStatus,
    listRecords,
    pauseSync,
    startSync,
    triggerSync,
    updateSyncFrequency
} from '@patchbay/contracts';
import { route, storedJson } from '../../../kernel/http/mount.ts';
import { readRecords } from '../records/read-records.ts';
import { changeFrequency, createVariant, deleteVariant, pause, runOptionsOf, start, triggerSyncs } from './change-syncs.ts';
import { listStates, syncStateOf } from './sync-status.ts';

interface Selected {
    provider_config_key: string;
    connection_id?: string | undefined;
    syncs: readonly { name: string; variant: string }[];
}

function selectionOf({ environmentId }: { environmentId: string }, { provider_config_key, connection_id, syncs }: Selected) {
    return { environmentId, integrationKey: provider_config_key, connectionId: connection_id, syncs };
}

function oneOf({ environmentId }: { environmentId: string }, body: { provider_config_key: string; connection_id: string }) {
    return { environmentId, integrationKey: body.provider_config_key, connectionId: body.connection_id };
}

const success = { success: true as const };

export const syncRoutes = [
    route(triggerSync, async (deps, { auth, headers, body }) => {
        const key = body.provider_config_key ?? headers['provider-config-key'];
        if (key === undefined) throw new AppError('missing_provider_config_key');
        const selected = { provider_config_key: key, connection_id: body.connection_id ?? headers['connection-id'], syncs: body.syncs };
        await triggerSyncs(deps, selectionOf(auth, selected), runOptionsOf(body));
        return success;
    }),
    route(startSync, async (deps, { auth, body }) => {
        await start(deps, selectionOf(auth, body));
        return success;
    }),
    route(pauseSync, async (deps, { auth, body }) => {
        await pause(deps, selectionOf(auth, body));
        return success;
    }),
    route(getSyncStatus, async (deps, { auth, query }) => ({ syncs: await listStates(deps, selectionOf(auth, query)) })),
    route(updateSyncFrequency, async (deps, { auth, body }) => ({
        frequency: await changeFrequency(
            deps,
            { ...oneOf(auth, body), name: body.sync_name, variant: body.sync_variant },
            { given: body.frequency, expected: body.expected_frequency }
        )
    })),
    route(createSyncVariant, (deps, { auth, params, body }) => createVariant(deps, { ...oneOf(auth, body), ...params })),
    route(deleteSyncVariant, async (deps, { auth, params, body }) => {
        await deleteVariant(deps, { ...oneOf(auth, body), ...params });
        return success;
    }),
    storedJson(listRecords, async (deps, { auth, headers, query, setHeader }) => {
        const target = {
            environmentId: auth.environmentId,
            integrationKey: headers['provider-config-key'],
            connectionId: headers['connection-id']
        };
        const of = { model: query.model, variant: query.variant ?? baseVariant };
        const [state, records] = await Promise.all([syncStateOf(deps, target, of), readRecords(deps, target, query)]);
        for (const [name, value] of Object.entries(state)) setHeader(name, value);
        return records;
    })
];
