import type { Deps } from '../../../deps.ts';
import type { EgressStreamResponse } from '../../../kernel/egress/egress.ts';
import { retryAfterMs } from '../../platform/providers/retry-after.ts';
import { budgetKey } from './budget-key.ts';
import type { UsableConnection } from '../../connections/connection-store/open-connection.ts';

/**
 * Makes one call to a provider when it is this connection's turn, where the provider's definition limits how many there may be; else at once.
 * @param call told what to call when the whole request is on its way
 * @throws {AppError} `provider_rate_limited`; or what `call` throws
 */
export async function withPermit<Answer extends Pick<EgressStreamResponse, 'status' | 'headers'>>(
    { budgets, clock, config }: Pick<Deps, 'budgets' | 'clock' | 'config'>,
    connection: UsableConnection,
    signal: AbortSignal | undefined,
    call: (onSent?: () => void) => Promise<Answer>
): Promise<Answer> {
    const { rate_limits: limits, retry } = connection.integration.provider.proxy ?? {};
    if (!limits) return call();
    const permit = await budgets.acquire({
        environmentId: connection.row.environment_id,
        limits,
        keyText: budgetKey(connection, limits, config.sandboxUrl),
        lane: String(connection.row.id),
        signal
    });
    try {
        const answer = await call(() => permit.sent());
        const waitMs = retryAfterMs(answer.headers, retry, clock.now());
        const left = Number((retry?.remaining && answer.headers[retry.remaining]) || NaN);
        permit.answered({
            status: answer.status,
            ...(waitMs === undefined ? {} : { waitMs }),
            ...(left >= 0 ? { left } : {})
        });
        return answer;
    } finally {
        // After an answer this says nothing.
        permit.failed();
    }
}
