import type { IncomingMessage } from 'node:http';
import { AppError } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { liftBodyTime, restartBodyTime } from '../../../kernel/http/body-time.ts';
import { elsewhere } from '../../../kernel/runtime/work-slots.ts';

const retryAfterS = 5;

/**
 * Waits for the right to hold a file in memory, before its body is read: as long as its client
 * waits, and no longer than the body itself may take, whose time begins afterwards.
 * @returns a function that gives it back
 * @throws {AppError} `overloaded`
 */
export async function acquireUploadSlot(
    { uploadSlots, draining }: Pick<Deps, 'uploadSlots' | 'draining'>,
    request: IncomingMessage
): Promise<() => void> {
    const gone = new AbortController();
    const leave = () => gone.abort();
    request.once('close', leave);
    const waitMs = liftBodyTime(request);
    const signals = [draining, gone.signal, ...(waitMs === undefined ? [] : [AbortSignal.timeout(waitMs)])];
    try {
        const release = await elsewhere(uploadSlots.acquire(AbortSignal.any(signals)));
        if (release) return release;
    } finally {
        request.off('close', leave);
        restartBodyTime(request);
    }
    throw new AppError('overloaded', { retryAfterS });
}
