import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../runtime/clock.ts';
import { withoutSlot } from '../runtime/work-slots.ts';

const pollMs = 1000;
const heartbeatMs = 15_000;
/** A client that has not read for so long has gone, or never will. */
const unreadMs = 60_000;
/** The client returns by itself, and its credentials are looked at again. */
const longestMs = 5 * 60_000;

/**
 * Writes server-sent events until the client leaves or the server stops. While the client does not
 * read, nothing is polled; after a minute of that its connection is closed, and after five minutes
 * the response ends in any case.
 * @param poll called once a second. @returns the events since the call before, as they are written
 */
export async function sendEvents(
    { clock, draining }: { clock: Clock; draining: AbortSignal },
    { method }: Pick<IncomingMessage, 'method'>,
    response: ServerResponse,
    poll: () => Promise<string>
): Promise<void> {
    // A proxy in front would else hold the events back.
    response.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
    if (method === 'HEAD') response.end();
    else await withoutSlot(() => pollUntilEnd({ clock, draining }, response, poll));
}

async function pollUntilEnd(
    { clock, draining }: { clock: Clock; draining: AbortSignal },
    response: ServerResponse,
    poll: () => Promise<string>
): Promise<void> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const ended = AbortSignal.any([gone.signal, draining]);
    const beganAt = clock.now().getTime();
    let wroteAt = performance.now();
    let readAt = clock.now();
    const write = (text: string) => {
        response.write(text);
        wroteAt = performance.now();
    };
    write('retry: 2000\n\n');
    while (!ended.aborted && clock.now().getTime() - beganAt < longestMs) {
        if (!response.writableNeedDrain) {
            readAt = clock.now();
            const events = await poll();
            if (events !== '') write(events);
            else if (performance.now() - wroteAt > heartbeatMs) write(':\n\n');
        } else if (clock.now().getTime() - readAt.getTime() > unreadMs) {
            // What it has not read would else be waited for.
            response.destroy();
            return;
        }
        await sleep(pollMs, undefined, { signal: ended }).catch(() => {});
    }
    response.end();
}
