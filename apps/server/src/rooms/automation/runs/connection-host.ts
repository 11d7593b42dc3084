import { AppError } from '@patchbay/contracts';
import {
    type ConnectionQuery,
    type Host,
    HostError,
    type HostConnection,
    type HostIntegration,
    type HostLogLine,
    type HostRequest,
    type HostResponse,
    type HostWrite,
    type Json,
    type JsonObject,
    type ResponseReader
} from '@patchbay/functions';
import type { Deps } from '../../../deps.ts';
import type { RefusedCredentials } from '../../connections/credentials/check-refused.ts';
import { getWithCredentials } from '../../connections/credentials/get-credentials.ts';
import type { UsableConnection } from '../../connections/connection-store/open-connection.ts';
import type { ConnectionTarget } from '../../connections/connection-store/usable-connection.sql.ts';
import { describeConnection } from '../../connections/connection-api/describe-connection.ts';
import { saveMetadata } from '../../connections/connection-api/save-metadata.ts';
import { CredentialsUnavailableError } from '../../connections/credentials/refresh-failure.ts';
import { requireConnection } from '../../connections/connection-store/require-connection.ts';
import { readVariables } from '../../platform/environment-variables/read-variables.ts';
import { webhookUrlOf } from '../../outbox/incoming-webhooks/describe-webhooks.ts';
import { mayReadCredentials } from '../../platform/functions/function-settings.sql.ts';
import { findIntegration } from '../../platform/integrations/integrations.sql.ts';
import { beginOperation } from '../../platform/request-log/operation.ts';
import type { ForwardDeps } from '../../traffic/proxy/forward.ts';
import { start, triggerSyncs } from '../syncs/change-syncs.ts';
import { auditCredentialRead } from './audit-credential-read.ts';
import { awayError } from './database-away.ts';
import { aborted, credentialsError, sendHostRequest } from './host-request.ts';
import { RunLog } from './run-log.ts';
import { findCheckpointOf, giveLockBack, saveCheckpoint, saveRunLog, takeLock } from './runs.sql.ts';

/** Why, and what to do. */
export const withheld =
    'Functions of this environment may not read credentials; its proxy requests have them. Allow it by PATCH /environment/functions with {"read_credentials": true}.';

export type HostDeps = ForwardDeps & Deps;

export interface RunScope {
    runId: string;
    functionName: string;
    target: ConnectionTarget;
    /** The credentials of `target`, where they are not stored yet. */
    given?: UsableConnection;
    signal: AbortSignal;
}

/** Calls an action of this environment, which is above this room. */
export type CallAction = (call: { target: ConnectionTarget; name: string; input: Json; signal: AbortSignal }) => Promise<Json>;

/** What every function reaches; those that write records extend it. */
export class ConnectionHost implements Host {
    readonly log: (input: { lines: readonly HostLogLine[] }) => Promise<void>;
    readonly runLog: RunLog;
    /** Requests to the provider. */
    calls = 0;
    /** The provider has refused the connection's credentials. */
    refused: RefusedCredentials | undefined;
    protected readonly deps: HostDeps;
    protected readonly scope: RunScope;
    readonly #ended = new AbortController();
    /** Of the run's end, whatever ends it. */
    readonly #signal: AbortSignal;
    readonly #callAction: CallAction;
    readonly #waitsForRateLimit: boolean;

    constructor(deps: HostDeps, scope: RunScope, options: { callAction: CallAction; waitsForRateLimit: boolean }) {
        this.deps = deps;
        this.scope = scope;
        this.#signal = AbortSignal.any([scope.signal, this.#ended.signal]);
        this.#callAction = options.callAction;
        this.#waitsForRateLimit = options.waitsForRateLimit;
        this.runLog = new RunLog((log) => saveRunLog(deps.db, this.#run, log));
        this.log = async ({ lines }) => this.runLog.add(lines);
    }

    async request(input: HostRequest, reader?: ResponseReader): Promise<HostResponse> {
        this.#requireAlive();
        this.calls += 1;
        const { runId, target, given } = this.scope;
        const signal = this.#signal;
        const purpose = beginOperation({ kind: 'proxy', runId, ...target });
        const refusal = (refused: RefusedCredentials) => (this.refused = refused);
        const held = this.deps.heldBytes.open(target.environmentId);
        const context = { target, given, purpose, signal, refusal, held, mostBytes: reader?.mostBytes };
        try {
            return await sendHostRequest(this.deps, { ...context, waitsForRateLimit: this.#waitsForRateLimit }, input);
        } finally {
            void (reader?.delivered ?? Promise.resolve()).then(() => held.release());
        }
    }

    get #run() {
        const { runId, target } = this.scope;
        return { environmentId: target.environmentId, id: runId };
    }

    #requireAlive(): void {
        if (this.#signal.aborted) throw aborted();
    }

    /** Cuts off what the run has begun and not waited for. @returns its log */
    end(): string | null {
        this.#ended.abort();
        return this.runLog.end();
    }

    /** The last one that writes a checkpoint wins. */
    async write({ changes, setAside, checkpoint }: HostWrite): Promise<void> {
        if (changes.length > 0 || setAside.length > 0) throw new HostError('not_available', 'Only syncs write records.');
        if (!checkpoint) return;
        const json = checkpoint.value === null ? null : JSON.stringify(checkpoint.value);
        if (!(await this.#ask(() => saveCheckpoint(this.deps.db, this.#run, json, this.deps.clock.now()))))
            throw new HostError('not_available', 'The run has ended, or its connection is not stored yet: it has no checkpoint.');
    }
    getRecords: Host['getRecords'] = async () => ({ records: [] });
    listRecords: Host['listRecords'] = async () => ({ records: [], nextCursor: null });
    async trackDeletesStart(_input: { model: string }): Promise<void> {
        throw new HostError('not_available', 'Only syncs delete records.');
    }
    async trackDeletesEnd(_input: { model: string }): Promise<{ deletedKeys: readonly string[] }> {
        throw new HostError('not_available', 'Only syncs delete records.');
    }
    async getCheckpoint(): Promise<{ checkpoint: Json }> {
        const json = await this.#ask(() => findCheckpointOf(this.deps.db, this.#run));
        // Written by `write`.
        return { checkpoint: json === undefined ? null : (JSON.parse(json) as Json) };
    }

    async getMetadata(): Promise<{ metadata: Json }> {
        const { metadata } = await this.#ask(() => requireConnection(this.deps, this.scope.target));
        // A column of JSON.
        return { metadata: (metadata ?? {}) as JsonObject };
    }

    async setMetadata({ metadata, merge }: { metadata: JsonObject; merge: boolean }): Promise<void> {
        const { environmentId, integrationKey, connectionId } = this.scope.target;
        const body = { connection_id: connectionId, provider_config_key: integrationKey, metadata: { ...metadata } };
        await this.#ask(() => saveMetadata(this.deps, environmentId, body, { merge }));
    }

    async getConnection(query: ConnectionQuery): Promise<HostConnection> {
        const target = this.#targetOf(query);
        const isGiven = await this.givesCredentials(target);
        const opened =
            isGiven || query.forceRefresh
                ? await this.#ask(() => getWithCredentials(this.deps, target, { force: query.forceRefresh }))
                : undefined;
        const row = opened?.row ?? (await this.#ask(() => requireConnection(this.deps, target)));
        const given = isGiven ? opened : undefined;
        const described = describeConnection(this.deps, row, given, { withRefreshToken: query.refreshToken });
        const { connection_id, provider_config_key, provider, connection_config, metadata, credentials, end_user, tags } = described;
        // What the API sends is JSON.
        return structuredClone({
            connection_id,
            provider_config_key,
            provider,
            connection_config,
            metadata,
            credentials,
            end_user,
            tags,
            ...(!isGiven && { credentials_withheld: withheld })
        }) as unknown as HostConnection;
    }

    /** Each read is in the run's log and in the audit log before the function has it (T-80). */
    protected async givesCredentials(target: ConnectionTarget): Promise<boolean> {
        if (!(await this.#ask(() => mayReadCredentials(this.deps.db, target.environmentId)))) return false;
        await this.#ask(() => auditCredentialRead(this.deps, target, this.scope));
        const message = `Read the credentials of the connection ${target.connectionId} of ${target.integrationKey}.`;
        await this.note({ level: 'info', message, meta: null, at: this.deps.clock.now().toISOString() });
        return true;
    }

    protected async note(line: HostLogLine): Promise<void> {
        this.runLog.note(line);
    }

    async getIntegration(): Promise<HostIntegration> {
        const row = await this.#ask(() => requireConnection(this.deps, this.scope.target));
        const name = row.integration_name ?? this.deps.providers.get(row.provider)?.display_name ?? row.provider;
        return { unique_key: row.integration_key, display_name: name, provider: row.provider };
    }

    async getEnvironmentVariables(): Promise<{ variables: readonly { name: string; value: string }[] }> {
        const variables = await this.#ask(() => readVariables(this.deps, this.scope.target.environmentId));
        return { variables: variables.map(({ name, value }) => ({ name, value })) };
    }

    async getWebhookUrl(): Promise<{ url: string | null }> {
        const { integrationKey, environmentId } = this.scope.target;
        const integration = await this.#ask(() => findIntegration(this.deps.batches, environmentId, integrationKey));
        const provider = integration && this.deps.providers.get(integration.provider);
        return { url: provider?.webhooks ? webhookUrlOf(this.deps.config, environmentId, integrationKey) : null };
    }

    async triggerAction({ providerConfigKey, connectionId, name, input }: Parameters<Host['triggerAction']>[0]) {
        const target = this.#targetOf({ providerConfigKey, connectionId });
        return { output: await this.#callAction({ target, name, input, signal: this.#signal }) };
    }

    async triggerSync({ providerConfigKey, connectionId, sync, reset, emptyCache }: Parameters<Host['triggerSync']>[0]): Promise<void> {
        const { environmentId } = this.scope.target;
        const selection = { environmentId, integrationKey: providerConfigKey, connectionId, syncs: [sync] };
        await this.#ask(() => triggerSyncs(this.deps, selection, { reset, emptyCache }));
    }

    async startSync({ providerConfigKey, connectionId, syncs }: Parameters<Host['startSync']>[0]): Promise<void> {
        const { environmentId } = this.scope.target;
        const selection = { environmentId, integrationKey: providerConfigKey, connectionId: connectionId ?? undefined, syncs };
        await this.#ask(() => start(this.deps, selection));
    }

    async acquireLock({ key, ttlMs }: { key: string; ttlMs: number }): Promise<{ acquired: boolean }> {
        const now = this.deps.clock.now();
        const { runId, target } = this.scope;
        const until = new Date(now.getTime() + ttlMs);
        const lock = { environmentId: target.environmentId, key, runId, until, now };
        return { acquired: await this.#ask(() => takeLock(this.deps.db, lock)) };
    }

    async releaseLock({ key }: { key: string | null }): Promise<{ released: boolean }> {
        const { runId, target } = this.scope;
        return { released: await this.#ask(() => giveLockBack(this.deps.db, target.environmentId, runId, key)) };
    }

    #targetOf({ providerConfigKey, connectionId }: { providerConfigKey: string | null; connectionId: string | null }): ConnectionTarget {
        const { target } = this.scope;
        return {
            environmentId: target.environmentId,
            integrationKey: providerConfigKey ?? target.integrationKey,
            connectionId: connectionId ?? target.connectionId
        };
    }

    /** @throws {HostError} for what the server refuses */
    async #ask<Value>(work: () => Promise<Value>): Promise<Value> {
        this.#requireAlive();
        try {
            return await work();
        } catch (error) {
            if (error instanceof CredentialsUnavailableError) throw credentialsError(error);
            throw error instanceof AppError ? new HostError(error.code, error.message) : awayError(error);
        }
    }
}
