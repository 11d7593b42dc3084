import type { Deps } from '../../../deps.ts';
import { EgressError, followRedirects, type Hop, hostOf } from '../../../kernel/egress/egress.ts';
import type { UsableConnection } from '../../connections/connection-store/open-connection.ts';
import { withPermit } from '../rate-budgets/with-permit.ts';
import type { Breaker } from './breaker.ts';
import type { Forwarded, ProxyCall } from './proxy-call.ts';
import type { PreparedRequest } from './prepare-request.ts';

const maxRedirects = 5;

/** What came of a call. */
export interface Sent {
    /** The response, or why there is none. */
    outcome: Forwarded | EgressError;
    /**
     * A redirect has made another request of it: a GET, or one without the credentials. Its outcome
     * says little about the call itself.
     */
    hasMoved: boolean;
}

/**
 * Sends a prepared request and follows redirects, each subject to breaker and rate limit.
 * Credentials stay on their origin; the caller's headers may go to the provider's other hosts
 * where the definition or the caller allows it.
 * @throws {AppError} `provider_rate_limited`, `provider_unavailable`
 */
export async function sendCall(deps: Deps, call: ProxyCall, connection: UsableConnection, prepared: PreparedRequest): Promise<Sent> {
    const { method, body, bodyLength, signal } = call;
    const first: Hop = { url: prepared.url, method, headers: prepared.headers, body };
    let last = first;
    let isElsewhere = false;
    const { rate_limits: limits } = connection.integration.provider.proxy ?? {};
    const send = (hop: Hop) => {
        last = hop;
        isElsewhere ||= hop !== first && new URL(hop.url).origin !== new URL(first.url).origin;
        const request = { ...hop, bodyLength: hop.body === undefined ? undefined : bodyLength, signal };
        return breakerFor(deps, connection, hop.url).run(() =>
            // Calls to another origin do not count against these credentials.
            limits === undefined || isElsewhere
                ? deps.egress.stream(request)
                : withPermit(deps, { connection, limits, signal }, (onSent) => deps.egress.stream({ ...request, onSent }))
        );
    };
    const outcome = await followRedirects(first, send, { maxRedirects, keepsHeader: prepared.keepsHeader }).then(
        ({ response, hop }) => ({ ...response, url: hop.url }),
        (error: unknown) => {
            // A later attempt may get a response; any other error would be the same again.
            if (error instanceof EgressError) return error;
            throw error;
        }
    );
    return { outcome, hasMoved: isElsewhere || last.method !== method };
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
