import { Readable } from 'node:stream';
import type { Deps } from '../../../deps.ts';
import { becomesGet, EgressError, type Hop, nextHop, redirectLocation } from '../../../kernel/egress/egress.ts';
import { discard } from './discard.ts';
import type { Forwarded, ProxyCall } from './forward.ts';
import type { PreparedRequest } from './prepare-request.ts';
import { sendAttempt } from './send-attempt.ts';
import type { UsableConnection } from '../../connections/connection-store/open-connection.ts';

const maxRedirects = 5;

/** What came of a call. */
export interface Sent {
    /** The answer, or why there is none. */
    outcome: Forwarded | EgressError;
    /** A redirect has made another request of it: a GET, or one without the credentials. Its outcome says little about the call itself. */
    hasMoved: boolean;
}

/**
 * Sends a prepared request, and what redirects make of it. Credentials stay on the origin that they were for; the caller's headers may go
 * to other places of the provider, where the definition or the caller says so. What a redirect would need and cannot have, a body that
 * can be sent only once or that would change hosts, makes the redirect itself the answer.
 */
export async function sendCall(deps: Deps, call: ProxyCall, connection: UsableConnection, prepared: PreparedRequest): Promise<Sent> {
    const { signal, bodyLength } = call;
    let { url, headers } = prepared;
    let { method, body } = call;
    let isElsewhere = false;
    const sent = (outcome: Sent['outcome']): Sent => ({ outcome, hasMoved: isElsewhere || method !== call.method });
    try {
        for (let redirects = 0; ; redirects += 1) {
            const request = { url, method, headers, body, bodyLength: body && bodyLength, signal };
            const answer = await sendAttempt(deps, connection, request, isElsewhere);
            const location = redirectLocation(answer.status, answer.headers);
            if (location === undefined) return sent({ ...answer, url });
            const from = new URL(url);
            const dropsBody = becomesGet(answer.status, method);
            const changesOrigin = URL.parse(location, from.href)?.origin !== from.origin;
            if (body !== undefined && !dropsBody && (body instanceof Readable || changesOrigin)) return sent({ ...answer, url });
            discard(answer.body);
            if (redirects === maxRedirects)
                throw new EgressError('too_many_redirects', `${from.host}: more than ${maxRedirects} redirects`);
            const hop: Hop = { url: from, method, headers, body: body instanceof Readable ? undefined : body };
            const next = nextHop(hop, answer.status, location, prepared.keepsHeader);
            ({ method, headers } = next);
            if (dropsBody) body = undefined;
            url = next.url.href;
            isElsewhere ||= changesOrigin;
        }
    } catch (error) {
        // No answer may be one next time; anything else is not for another attempt to mend.
        if (error instanceof EgressError) return sent(error);
        throw error;
    }
}
