/**
 * A controller that is aborted along with `signal` and after `timeoutMs`; aborting it removes both.
 * `AbortSignal.any` and `.timeout` are newer than the browsers that the Connect UI supports.
 */
export function linkedAbortController(signal: AbortSignal | undefined, timeoutMs?: number): AbortController {
    const controller = new AbortController();
    const follow = () => controller.abort(signal?.reason);
    if (signal?.aborted) follow();
    signal?.addEventListener('abort', follow, { signal: controller.signal });
    if (timeoutMs === undefined || controller.signal.aborted) return controller;
    const expire = () => controller.abort(new DOMException(`No response within ${timeoutMs} ms.`, 'TimeoutError'));
    const timer = setTimeout(expire, timeoutMs);
    controller.signal.addEventListener('abort', () => clearTimeout(timer));
    return controller;
}
