import type { Deps } from '../../../deps.ts';
import type { Breaker } from './breaker.ts';
import { type EgressStreamRequest, type EgressStreamResponse, hostOf } from '../../../kernel/egress/egress.ts';
import { withPermit } from '../rate-budgets/with-permit.ts';
import type { UsableConnection } from '../../connections/connection-store/open-connection.ts';

/**
 * Makes one request on behalf of a connection, when it is its turn: nothing else in this room does.
 * @throws {EgressError}
 * @throws {AppError} `provider_rate_limited`, `provider_unavailable`
 */
export function sendAttempt(
    deps: Deps,
    connection: UsableConnection,
    request: EgressStreamRequest,
    isElsewhere: boolean
): Promise<EgressStreamResponse> {
    return breakerFor(deps, connection, request.url).run(() =>
        // Where a redirect has led away, nobody counts by these credentials.
        isElsewhere
            ? deps.egress.stream(request)
            : withPermit(deps, connection, request.signal, (onSent) => deps.egress.stream({ ...request, onSent }))
    );
}

/** Of the calls that share their fate with one to this address. */
export function breakerFor({ breakers }: Pick<Deps, 'breakers'>, { row, integration }: UsableConnection, url: string): Breaker {
    return breakers.of({
        environmentId: row.environment_id,
        integrationKey: integration.row.unique_key,
        host: hostOf(url),
        connectionId: row.connection_id
    });
}
