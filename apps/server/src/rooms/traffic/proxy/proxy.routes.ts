import { Readable } from 'node:stream';
import { AppError, type ParsedInput, proxy } from '@patchbay/contracts';
import type { ConcurrencyLimiter } from '../../../kernel/runtime/concurrency-limiter.ts';
import { stream } from '../../../kernel/http/mount.ts';
import { forward } from './forward.ts';
import { forwardPages } from './paginate.ts';
import { readCall } from './read-call.ts';
import { keepOpen, sendResponse } from './send-response.ts';
import type { SecretKeyCaller } from '../../platform/environments/authenticate-secret-key.ts';

export const proxyRoutes = [
    stream(proxy, async (deps, { auth, headers }, request, response) => {
        // Gone already, and nothing would tell us of it any more.
        if (response.closed) return;
        const release = acquire(deps.proxyLimiter, auth, headers);
        let releasePaging: (() => void) | undefined;
        const caller = new AbortController();
        response.once('close', () => {
            if (!response.writableFinished) caller.abort(new Error('The client disconnected.'));
        });
        let body: unknown;
        try {
            const { call, wantsAllPages } = await readCall(proxy, { environmentId: auth.environmentId, headers }, request, caller.signal);
            ({ body } = call);
            if (wantsAllPages) releasePaging = acquire(deps.pagingLimiter, auth, headers);
            const forwarded = wantsAllPages ? await forwardPages(deps, call, request.headers.accept) : await forward(deps, call);
            if (!Buffer.isBuffer(forwarded.body))
                forwarded.body.once('error', (error) => {
                    // Checked now: the error closes our response next, as a gone caller would.
                    if (caller.signal.aborted) return;
                    deps.log.info('response_interrupted: a provider closed the connection in the middle of its response', {
                        integration_id: call.target.integrationKey,
                        connection_id: call.target.connectionId,
                        error
                    });
                });
            await sendResponse(response, forwarded);
        } catch (error) {
            // The client disconnected.
            if (caller.signal.aborted) return;
            keepOpen(response);
            throw error;
        } finally {
            releasePaging?.();
            release();
            if (body instanceof Readable) body.destroy();
        }
    })
];

function acquire(
    limiter: ConcurrencyLimiter,
    { environmentId }: SecretKeyCaller,
    headers: ParsedInput<typeof proxy>['headers']
): () => void {
    const release = limiter.acquire(environmentId, headers['provider-config-key']);
    if (!release) throw new AppError('overloaded', { retryAfterS: 1 });
    return release;
}
