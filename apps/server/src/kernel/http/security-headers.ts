import type { EndpointShape } from '@patchbay/contracts';
import type { Response } from 'express';

/** What every answer carries. Pages that a person sees set their own policy on top (the sign-in pages must not isolate their opener). */
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
 * Browsers may call what takes a session token or no credentials, from anywhere and without cookies; secret keys do not belong into a browser.
 * Beacons are the exception: they cannot leave cookies out, so they are for the Connect UI's origin alone.
 */
export function setCorsHeaders(response: Response, endpoint: EndpointShape, connectUrl: string): void {
    if (!isForBrowsers(endpoint)) return;
    response.setHeader('access-control-allow-origin', endpoint.beacon ? connectUrl : '*');
    if (endpoint.beacon) response.setHeader('access-control-allow-credentials', 'true');
    response.setHeader('access-control-max-age', endpoint.beacon ? '36000' : '600');
    response.setHeader(
        'access-control-expose-headers',
        'Retry-After, X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset'
    );
    response.setHeader('cross-origin-resource-policy', 'cross-origin');
}

export function isForBrowsers(endpoint: EndpointShape): boolean {
    return endpoint.auth.includes('connect_session') || (endpoint.auth.length === 0 && endpoint.onConnectOrigin === true);
}
