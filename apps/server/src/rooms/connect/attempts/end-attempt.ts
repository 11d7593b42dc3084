import type { AttemptCode } from '@patchbay/contracts';
import type { AttemptRow } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import type { ProviderText } from '../../../kernel/egress/provider-text.ts';
import type { Integration } from '../../platform/integrations/open-integration.ts';
import { recordEvent } from '../../outbox/events/record-event.ts';
import { changeAttempt, emptied, lockParked, runningStatuses } from './attempts.sql.ts';
import { endOf } from './timeline.ts';

/** Failures that the customer should hear of: the end user could do nothing about them, or the provider broke off. */
const told = new Set<AttemptCode>(['provider_error', 'provider_down', 'integration_misconfigured', 'unexpected']);

/** How an attempt fails whose integration the customer has switched off meanwhile. */
export const switchedOff = { code: 'integration_misconfigured', description: 'The integration is switched off.' } as const;

/**
 * Ends an attempt that led nowhere and forgets what it kept sealed. One that has ended already stays as it ended.
 * @param failure.providerText the provider's own words
 * @param failure.description ours, for the customer
 * @returns the row as it is now, still with what it had parked, which the caller takes back; undefined when it had ended before
 */
export async function failAttempt(
    { db, clock, ids, log }: Pick<Deps, 'db' | 'clock' | 'ids' | 'log'>,
    row: AttemptRow,
    failure: {
        code: AttemptCode;
        providerText?: ProviderText | undefined;
        missingScopes?: readonly string[];
        description?: string;
        integration?: Integration | undefined;
    }
): Promise<AttemptRow | undefined> {
    const ended = await db.transaction().execute(async (trx) => {
        // It may have been parked since the caller read the row.
        const parked = await lockParked(trx, row);
        const changed = await changeAttempt(trx, row, runningStatuses, {
            ...emptied,
            ...endOf(failure.code),
            code: failure.code,
            provider_text: failure.providerText ?? (failure.code === 'integration_misconfigured' ? (failure.description ?? null) : null),
            missing_scopes: failure.missingScopes ? [...failure.missingScopes] : null,
            updated_at: clock.now()
        });
        const { integration } = failure;
        if (changed && integration && told.has(failure.code)) {
            await recordEvent(
                trx,
                { clock, ids },
                {
                    environmentId: row.environment_id,
                    integrationId: integration.row.id,
                    content: {
                        type: 'auth',
                        operation: row.is_reconnect ? 'override' : 'creation',
                        success: false,
                        connectionId: row.connection_id,
                        providerConfigKey: integration.row.unique_key,
                        provider: integration.provider.id,
                        authMode: integration.provider.auth_mode,
                        tags: {},
                        error: {
                            type: failure.code,
                            description: failure.description ?? failure.providerText ?? 'The connection could not be made.'
                        }
                    }
                }
            );
        }
        return changed && { ...changed, parked };
    });
    // The end user is shown `ref`, and support looks for it here.
    const level = told.has(failure.code) ? 'warn' : 'info';
    if (ended)
        log[level]('attempt_failed', {
            ref: row.ref,
            attempt_id: row.id,
            environment: row.environment_id,
            code: failure.code,
            ...(failure.integration
                ? { integration_id: failure.integration.row.unique_key, provider: failure.integration.provider.id }
                : {}),
            ...(failure.description === undefined ? {} : { reason: failure.description }),
            ...(failure.providerText === undefined ? {} : { provider_text: failure.providerText })
        });
    return ended;
}
