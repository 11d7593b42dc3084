import { type EndpointShape, isForBrowsers } from '@patchbay/contracts';
import type { Response } from 'express';

/** Headers of every response. Pages override them where they must not isolate their opener. */
export function setSecurityHeaders(response: Response, publicUrl: string): void {
    setTransportHeaders(response, publicUrl);
    response.setHeader('referrer-policy', 'no-referrer');
    response.setHeader('cache-control', 'no-store');
    response.setHeader('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    response.setHeader('cross-origin-opener-policy', 'same-origin');
}

/** What even a file carries, whatever else its policy is. @param url the origin's public address */
export function setTransportHeaders(response: Response, url: string): void {
    response.setHeader('x-content-type-options', 'nosniff');
    if (url.startsWith('https:')) response.setHeader('strict-transport-security', 'max-age=31536000');
}

/**
 * Endpoints for browsers may be called from any origin, without cookies. Beacons always send
 * cookies, so only the origin of `connectUrl` may send them.
 */
export function setCorsHeaders(response: Response, endpoint: EndpointShape, connectUrl: string): void {
    if (!isForBrowsers(endpoint)) return;
    response.setHeader('access-control-allow-origin', endpoint.beacon ? connectUrl : '*');
    if (endpoint.beacon) response.setHeader('access-control-allow-credentials', 'true');
    response.setHeader('access-control-max-age', endpoint.beacon ? '36000' : '600');
    response.setHeader(
        'access-control-expose-headers',
        'Retry-After, X-Request-Id, Patchbay-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset'
    );
    response.setHeader('cross-origin-resource-policy', 'cross-origin');
}
