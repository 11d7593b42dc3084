/**
 * A controller that is aborted along with `signal` and after `timeoutMs`. Aborting it itself gives up the timer and the listener.
 * `AbortSignal.any` and `AbortSignal.timeout` are newer than the browsers that the Connect UI supports.
 */
export function abortWith(signal: AbortSignal | undefined, timeoutMs?: number): AbortController {
    const controller = new AbortController();
    const follow = () => controller.abort(signal?.reason);
    if (signal?.aborted) follow();
    signal?.addEventListener('abort', follow, { signal: controller.signal });
    if (timeoutMs === undefined || controller.signal.aborted) return controller;
    const expire = () => controller.abort(new DOMException(`No answer within ${timeoutMs} ms.`, 'TimeoutError'));
    const timer = setTimeout(expire, timeoutMs);
    controller.signal.addEventListener('abort', () => clearTimeout(timer));
    return controller;
}
