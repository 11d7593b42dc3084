import { AppError, objectProblem } from '@patchbay/contracts';
import {
    type ConnectionQuery,
    type HostConnection,
    HostError,
    type HostIntegration,
    type Json,
    type JsonObject
} from '@patchbay/functions';
import { withoutRefreshTokens } from '../../connections/connection-api/describe-connection.ts';
import type { NewConnection } from '../../connections/connection-store/connection-handlers.ts';
import { checkSettings } from '../../connections/connection-store/check-settings.ts';
import { describeEndUser } from '../../connections/connection-store/describe-end-user.ts';
import { nameOf } from '../../platform/integrations/open-integration.ts';
import { ConnectionHost, withheld } from '../runs/connection-host.ts';

/** What a function reaches of a connection that is not stored yet. */
export class CandidateHost extends ConnectionHost {
    /** As the function has set it. */
    newMetadata: Record<string, unknown> | undefined;
    readonly #connection: NewConnection;

    constructor(connection: NewConnection, ...rest: ConstructorParameters<typeof ConnectionHost>) {
        super(...rest);
        this.#connection = connection;
    }

    get #metadata(): Record<string, unknown> {
        return this.newMetadata ?? this.#connection.metadata ?? {};
    }

    override async getMetadata(): Promise<{ metadata: Json }> {
        // Read from JSON.
        return { metadata: this.#metadata as JsonObject };
    }

    override async setMetadata({ metadata, merge }: { metadata: JsonObject; merge: boolean }): Promise<void> {
        const next = { ...(merge && this.#metadata), ...metadata };
        const problem = objectProblem(next);
        if (problem !== undefined) throw new HostError('invalid_body', problem);
        try {
            checkSettings(this.#connection.integration.provider.id, next);
        } catch (error) {
            throw error instanceof AppError ? new HostError(error.code, error.message) : error;
        }
        this.newMetadata = next;
    }

    override async getConnection(query: ConnectionQuery): Promise<HostConnection> {
        const { target } = this.scope;
        const isOwn =
            (query.connectionId ?? target.connectionId) === target.connectionId &&
            (query.providerConfigKey ?? target.integrationKey) === target.integrationKey;
        if (!isOwn) return super.getConnection(query);
        const { integration, connectionId, credentials, config, endUser, tags } = this.#connection;
        const isGiven = await this.givesCredentials(target);
        const told = query.refreshToken ? (value: Record<string, unknown>) => value : withoutRefreshTokens;
        // Read from JSON.
        return structuredClone({
            connection_id: connectionId,
            provider_config_key: integration.row.unique_key,
            provider: integration.provider.id,
            connection_config: told(config),
            metadata: this.#metadata,
            credentials: isGiven ? told({ ...credentials }) : {},
            end_user: endUser && describeEndUser(endUser),
            tags,
            ...(!isGiven && { credentials_withheld: withheld })
        }) as unknown as HostConnection;
    }

    override async getIntegration(): Promise<HostIntegration> {
        const { integration } = this.#connection;
        return { unique_key: integration.row.unique_key, display_name: nameOf(integration), provider: integration.provider.id };
    }
}
