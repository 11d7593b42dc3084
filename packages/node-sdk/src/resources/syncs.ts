import type { Call, Operations } from '../operations.ts';
import type { ConnectionKey } from './connections.ts';

/** `name`, `name::variant`, or both apart. */
export type SyncName = string | { name: string; variant?: string };

/** The syncs of one connection, or of all connections of an integration. */
export type SyncsOf = ConnectionKey | { provider_config_key: string; connection_id?: undefined };
export type SyncTrigger = NonNullable<Operations['triggerSync']['body']['opts']>;
export type SyncStatus = Operations['getSyncStatus']['response']['syncs'][number];

/** What reads records from providers, on a schedule. */
export class Syncs {
    readonly #call: Call;
    constructor(call: Call) {
        this.#call = call;
    }

    /**
     * State of syncs: when they ran, what became of it, and when they run next.
     * @param of the connection, or the integration for all of its connections.
     * @param syncs which; by default all.
     * @returns `syncs`: one state for each sync and connection; none for an unknown integration.
     * @throws {ApiError} `invalid_body` for an unknown connection.
     * @see GET /sync/status
     * @example
     * const connection = { connection_id: 'c1', provider_config_key: 'crm' };
     * const { syncs } = await patchbay.syncs.status(connection);
     * for (const { name, status, recordCount } of syncs) use([name, status, recordCount]);
     */
    status(of: SyncsOf, syncs: readonly SyncName[] = []): Promise<Operations['getSyncStatus']['response']> {
        const { provider_config_key, connection_id } = of;
        const names = syncs.map((sync) => (typeof sync === 'string' ? sync : `${sync.name}::${sync.variant ?? 'base'}`));
        const query = {
            provider_config_key,
            syncs: names.length === 0 ? '*' : names.join(','),
            ...(connection_id === undefined ? {} : { connection_id })
        };
        return this.#call('getSyncStatus', { query });
    }

    /**
     * Runs syncs now. One that runs already runs again afterwards.
     * @param of the connection, or the integration for all of its connections.
     * @param syncs which; by default all.
     * @param opts `reset` begins anew, `emptyCache` deletes the records before, `allowDeletion`
     * lets the run delete more than half of them.
     * @returns `success`, always true.
     * @throws {ApiError} `unknown_provider_config`, `unknown_connection`, `no_syncs_found`.
     * @see POST /sync/trigger
     * @example
     * const connection = { connection_id: 'c1', provider_config_key: 'crm' };
     * await patchbay.syncs.trigger(connection, ['candidates']);
     */
    trigger(of: SyncsOf, syncs: readonly SyncName[] = [], opts?: SyncTrigger): Promise<Operations['triggerSync']['response']> {
        return this.#call('triggerSync', { body: { ...bodyOf(of, syncs), ...(opts === undefined ? {} : { opts }) } });
    }

    /**
     * Starts the schedule of syncs that were paused; the first run is at once.
     * @param of the connection, or the integration for all of its connections.
     * @param syncs which; by default all.
     * @returns `success`, always true.
     * @throws {ApiError} as `trigger`.
     * @see POST /sync/start
     * @example
     * await patchbay.syncs.start({ connection_id: 'c1', provider_config_key: 'crm' });
     */
    start(of: SyncsOf, syncs: readonly SyncName[] = []): Promise<Operations['startSync']['response']> {
        return this.#call('startSync', { body: bodyOf(of, syncs) });
    }

    /**
     * Pauses the schedule of syncs. A run under way stops; what it has written stays.
     * @param of the connection, or the integration for all of its connections.
     * @param syncs which; by default all.
     * @returns `success`, always true.
     * @throws {ApiError} as `trigger`.
     * @see POST /sync/pause
     * @example
     * await patchbay.syncs.pause({ connection_id: 'c1', provider_config_key: 'crm' });
     */
    pause(of: SyncsOf, syncs: readonly SyncName[] = []): Promise<Operations['pauseSync']['response']> {
        return this.#call('pauseSync', { body: bodyOf(of, syncs) });
    }

    /**
     * Sets how often a sync of one connection runs.
     * @param connection whose sync.
     * @param sync its name.
     * @param frequency such as `every 5 minutes`; null for its usual one.
     * @returns `frequency`: how often it runs now.
     * @throws {ApiError} `unknown_connection`, `unknown_sync`, `sync_interval_too_short`.
     * @see PUT /sync/update-connection-frequency
     * @example
     * const connection = { connection_id: 'c1', provider_config_key: 'crm' };
     * await patchbay.syncs.setFrequency(connection, 'candidates', 'every 5 minutes');
     */
    setFrequency(
        connection: ConnectionKey,
        sync: SyncName,
        frequency: string | null
    ): Promise<Operations['updateSyncFrequency']['response']> {
        const { connection_id, provider_config_key } = connection;
        const { name, variant } = typeof sync === 'string' ? partsOf(sync) : sync;
        const body = {
            connection_id,
            provider_config_key,
            frequency,
            sync_name: name,
            ...(variant === undefined ? {} : { sync_variant: variant })
        };
        return this.#call('updateSyncFrequency', { body });
    }

    /**
     * Lets a connection run a sync a second time, with records and a schedule of its own.
     * @param connection whose sync.
     * @param name of the sync.
     * @param variant its name, of letters, digits, `_` and `-`.
     * @returns `id`, `name` and `variant`.
     * @throws {ApiError} `unknown_sync`, `sync_variant_already_exists`, `resource_capped`.
     * @see POST /sync/:name/variant/:variant
     * @example
     * const connection = { connection_id: 'c1', provider_config_key: 'crm' };
     * await patchbay.syncs.createVariant(connection, 'candidates', 'berlin');
     */
    createVariant(connection: ConnectionKey, name: string, variant: string): Promise<Operations['createSyncVariant']['response']> {
        return this.#call('createSyncVariant', { params: { name, variant }, body: keyOf(connection) });
    }

    /**
     * Deletes a variant of a sync with its records.
     * @param connection whose sync.
     * @param name of the sync.
     * @param variant its name.
     * @returns `success`, always true.
     * @throws {ApiError} `unknown_connection`, `not_found`.
     * @see DELETE /sync/:name/variant/:variant
     * @example
     * const connection = { connection_id: 'c1', provider_config_key: 'crm' };
     * await patchbay.syncs.deleteVariant(connection, 'candidates', 'berlin');
     */
    deleteVariant(connection: ConnectionKey, name: string, variant: string): Promise<Operations['deleteSyncVariant']['response']> {
        return this.#call('deleteSyncVariant', { params: { name, variant }, body: keyOf(connection) });
    }
}

const keyOf = ({ connection_id, provider_config_key }: ConnectionKey) => ({ connection_id, provider_config_key });

function partsOf(sync: string): { name: string; variant?: string } {
    const [name = '', variant] = sync.split('::');
    return variant === undefined ? { name } : { name, variant };
}

function bodyOf({ provider_config_key, connection_id }: SyncsOf, syncs: readonly SyncName[]) {
    return { provider_config_key, syncs: [...syncs], ...(connection_id === undefined ? {} : { connection_id }) };
}
