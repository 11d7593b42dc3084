import { protocolVersion } from '@patchbay/contracts/widget-message';

/**
 * Where the widget lives. Holds no token and no id: it is the same for every end user.
 * @throws {Error} whose message tells the embedder what to change
 */
export function widgetAddress(connectUrl: string, allowSameOrigin: boolean): URL {
    let url: URL | undefined;
    try {
        url = new URL(`/ui/?v=${protocolVersion}`, connectUrl);
    } catch {
        // Same remedy as for an address that is not of the web.
    }
    if (!url?.protocol.startsWith('http')) throw new Error('connectUrl must be the full address of the Connect UI (https://…).');
    if (url.origin === location.origin && !allowSameOrigin) {
        // In a sandbox with scripts and its own origin, a frame on the page's origin could reach out and take the sandbox off.
        throw new Error('connectUrl must be on another origin than this page, or set allowSameOrigin.');
    }
    return url;
}
