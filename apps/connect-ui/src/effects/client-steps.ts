import type { CallInput, reportClientStep } from '@patchbay/contracts/browser';
import type { Model } from '../flow/model.ts';
import { liveAttempt, screenStateOf } from '../flow/selectors.ts';
import type { ScreenState } from '../screens/states.gen.ts';

export type ClientStep = CallInput<NonNullable<(typeof reportClientStep)['endpoint']>>['body']['step'];

/** The step of the attempt to report: what only the browser can see of it. */
export function clientStepOf(before: Model, after: Model): { attempt: string; step: ClientStep } | null {
    const [previous, current] = [screenStateOf(before.flow), screenStateOf(after.flow)];
    const running = liveAttempt(current);
    const step = running === null ? undefined : stepTo(current, previous, before.network === 'offline' && after.network === 'online');
    if (running && step) return { attempt: running.id, step };
    const abandoned = running === null && current.state !== 'success' && current.state !== 'failed' ? liveAttempt(previous) : null;
    return abandoned && { attempt: abandoned.id, step: 'left' };
}

function stepTo(current: ScreenState, previous: ScreenState, isBackOnline: boolean): ClientStep | undefined {
    // Reported afterwards: nothing can be sent while offline.
    if (isBackOnline) return 'went_offline';
    if (current.state !== 'oauth') return undefined;
    const isNew = previous.state !== 'oauth' || previous.step !== current.step;
    switch (current.step) {
        case 'awaiting':
            return isNew && current.window !== 'elsewhere' ? 'window_opened' : undefined;
        case 'blocked':
            return isNew ? 'window_blocked' : undefined;
        case 'maybeClosed':
            return isNew ? 'window_lost' : undefined;
        case 'launching':
            return isNew && current.way === 'window' && current.attempt ? 'window_reopened' : undefined;
        case 'openInBrowser':
            return current.copied && (isNew || (previous.step === 'openInBrowser' && !previous.copied)) ? 'link_copied' : undefined;
        default:
            return undefined;
    }
}
