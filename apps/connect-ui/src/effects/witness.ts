import type { CallInput, reportClientStep } from '@patchbay/contracts/browser';
import { type Model, type Shown } from '../flow/state.ts';
import { liveAttempt, underneath } from '../flow/shown.ts';

export type WitnessedStep = CallInput<NonNullable<(typeof reportClientStep)['endpoint']>>['body']['step'];

/** What this change tells support about the attempt that only the browser can know. */
export function witnessed(before: Model, after: Model): { attempt: string; step: WitnessedStep } | null {
    const [was, is] = [underneath(before.flow), underneath(after.flow)];
    const running = liveAttempt(is);
    const step = running === null ? undefined : stepTo(is, was, before.network === 'offline' && after.network === 'online');
    if (running && step) return { attempt: running.id, step };
    const left = running === null && is.state !== 'success' && is.state !== 'failed' ? liveAttempt(was) : null;
    return left && { attempt: left.id, step: 'left' };
}

function stepTo(is: Shown, was: Shown, isBackOnline: boolean): WitnessedStep | undefined {
    // Told afterwards: while it lasts, nothing can be told.
    if (isBackOnline) return 'went_offline';
    if (is.state !== 'oauth') return undefined;
    const isNew = was.state !== 'oauth' || was.step !== is.step;
    switch (is.step) {
        case 'awaiting':
            return isNew && is.window !== 'elsewhere' ? 'window_opened' : undefined;
        case 'blocked':
            return isNew ? 'window_blocked' : undefined;
        case 'maybeClosed':
            return isNew ? 'window_lost' : undefined;
        case 'launching':
            return isNew && is.way === 'window' && is.attempt ? 'window_reopened' : undefined;
        case 'openInBrowser':
            return is.copied && (isNew || (was.step === 'openInBrowser' && !was.copied)) ? 'link_copied' : undefined;
        default:
            return undefined;
    }
}
