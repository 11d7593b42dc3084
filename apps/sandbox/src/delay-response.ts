import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits with a response. @returns false if the caller hung up meanwhile. */
export async function delayResponse(response: ServerResponse, ms: number): Promise<boolean> {
    const hungUp = new AbortController();
    const abort = () => hungUp.abort();
    response.once('close', abort);
    await sleep(ms, undefined, { signal: hungUp.signal }).catch(() => undefined);
    response.off('close', abort);
    return !response.destroyed;
}
