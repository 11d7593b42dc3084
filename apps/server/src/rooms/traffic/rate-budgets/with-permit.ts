import type { RateLimits } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import type { EgressStreamResponse } from '../../../kernel/egress/egress.ts';
import { retryAfterMs } from '../../platform/providers/retry-after.ts';
import { budgetKey } from './budget-key.ts';
import type { UsableConnection } from '../../connections/connection-store/open-connection.ts';
import { elsewhere } from '../../../kernel/runtime/work-slots.ts';

/**
 * Makes one call to a rate-limited provider when it is this connection's turn.
 * @param call gets a function to call when the whole request was sent
 * @throws {AppError} `provider_rate_limited`; or what `call` throws
 */
export async function withPermit<R extends Pick<EgressStreamResponse, 'headers'> & { isRateLimited: boolean }>(
    { budgets, clock, config }: Pick<Deps, 'budgets' | 'clock' | 'config'>,
    { connection, limits, signal }: { connection: UsableConnection; limits: RateLimits; signal: AbortSignal },
    call: (onSent: () => void) => Promise<R>
): Promise<R> {
    const { retry } = connection.integration.provider.proxy ?? {};
    const permit = await elsewhere(
        budgets.acquire({
            environmentId: connection.row.environment_id,
            limits,
            keyText: budgetKey(connection, limits, config.sandboxUrl),
            lane: String(connection.row.id),
            signal
        })
    );
    try {
        const response = await call(() => permit.sent());
        const waitMs = retryAfterMs(response.headers, retry, clock.now());
        const left = Number((retry?.remaining && response.headers[retry.remaining]) || NaN);
        permit.responded({
            isRefused: response.isRateLimited,
            ...(waitMs === undefined ? {} : { waitMs }),
            ...(left >= 0 ? { left } : {})
        });
        return response;
    } finally {
        // No effect after a response.
        permit.failed();
    }
}
