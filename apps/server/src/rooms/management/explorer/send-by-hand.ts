import { AppError, type ParsedInput, type sendExplorerRequest } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { discard } from '../../../kernel/egress/egress.ts';
import { beginOperation } from '../../platform/request-log/operation.ts';
import { forward, type ForwardDeps } from '../../traffic/proxy/forward.ts';
import type { Forwarded } from '../../traffic/proxy/proxy-call.ts';

const mostShownBytes = 256 * 1024;

type ByHand = Omit<ParsedInput<typeof sendExplorerRequest>['body'], 'environment'> & {
    environmentId: string;
    /** Of whom no more than a few are served at once. */
    caller: string;
    signal: AbortSignal;
};

/**
 * Sends a member's request through the proxy, once, and reads the beginning of its response.
 * @throws {AppError} `overloaded`; as the proxy
 */
export async function sendByHand(deps: ForwardDeps & Pick<Deps, 'proxyLimiter'>, call: ByHand) {
    const { environmentId, integration_id: integrationKey, connection_id: connectionId, method, path, body, signal } = call;
    if (method === 'GET' && body !== undefined) throw new AppError('invalid_body', { message: 'A GET has no body.' });
    const release = deps.proxyLimiter.acquire(environmentId, call.caller);
    if (!release) throw new AppError('overloaded', { retryAfterS: 1 });
    const startedAt = performance.now();
    try {
        const target = { environmentId, integrationKey, connectionId };
        const operation = beginOperation({ kind: 'proxy', ...target });
        const forwarded = await forward(deps, {
            target,
            operation,
            method,
            path,
            headers: { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }) },
            acceptEncoding: 'identity',
            body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
            bodyLength: undefined,
            readOnly: false,
            baseUrlOverride: call.base_url,
            retries: 0,
            retryOn: [],
            decompress: true,
            forwardHeadersOnRedirect: undefined,
            signal
        });
        const { bytes, isTruncated } = await readBeginning(forwarded.body);
        return {
            status: forwarded.status,
            content_type: String(forwarded.headers['content-type'] ?? ''),
            text: new TextDecoder().decode(bytes),
            truncated: isTruncated,
            duration_ms: Math.round(performance.now() - startedAt),
            operation_id: operation.operationId
        };
    } finally {
        release();
    }
}

async function readBeginning(body: Forwarded['body']): Promise<{ bytes: Buffer; isTruncated: boolean }> {
    if (Buffer.isBuffer(body)) return { bytes: body.subarray(0, mostShownBytes), isTruncated: body.length > mostShownBytes };
    const chunks: Uint8Array[] = [];
    let length = 0;
    try {
        for await (const chunk of body) {
            // A stream of bytes.
            const bytes = chunk as Buffer;
            chunks.push(bytes);
            length += bytes.length;
            if (length > mostShownBytes) break;
        }
    } catch {
        throw new AppError('provider_unreachable', { message: 'The provider closed the connection in the middle of its response.' });
    } finally {
        discard(body);
    }
    return { bytes: Buffer.concat(chunks).subarray(0, mostShownBytes), isTruncated: length > mostShownBytes };
}
