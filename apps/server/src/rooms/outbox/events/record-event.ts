import type { Db, StoredEndUser } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { findEnvironmentToTell, insertEvent } from './events.sql.ts';

export interface AuthEvent {
    /** Given where something else refers to it. */
    id?: string;
    operation: 'creation' | 'override' | 'refresh';
    environmentId: string;
    /** Absent when it is about the integration. */
    connectionId?: string;
    integrationId: string;
    integrationKey: string;
    provider: string;
    authMode: string;
    tags: Record<string, string>;
    /** Only for connections made in a session. */
    endUser?: StoredEndUser | null;
    /** Absent when it went well. */
    error?: { type: string; description: string };
}

/**
 * Writes down that a connection was made, replaced or failed to be. Takes the transaction that made it so:
 * there is no "connected but never told". Nothing is written down about a deleted integration. The payload is the body that the customer's webhook will receive.
 */
export async function recordAuthEvent(trx: Db, { clock, ids }: Pick<Deps, 'clock' | 'ids'>, event: AuthEvent): Promise<void> {
    const environment = await findEnvironmentToTell(trx, event.environmentId, event.integrationId);
    if (environment === undefined) return;
    const payload = {
        from: 'patchbay',
        type: 'auth',
        operation: event.operation,
        success: event.error === undefined,
        ...(event.connectionId === undefined ? {} : { connectionId: event.connectionId }),
        providerConfigKey: event.integrationKey,
        provider: event.provider,
        authMode: event.authMode,
        environment,
        tags: event.tags,
        ...(event.endUser
            ? {
                  endUser: {
                      endUserId: event.endUser.id,
                      endUserEmail: event.endUser.email,
                      organizationId: event.endUser.organization?.id ?? null,
                      tags: event.endUser.tags ?? {}
                  }
              }
            : {}),
        ...(event.error ? { error: event.error } : {})
    };
    await insertEvent(trx, {
        environment_id: event.environmentId,
        id: event.id ?? ids.uuid(),
        type: 'auth',
        payload,
        created_at: clock.now()
    });
}
