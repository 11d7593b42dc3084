import type { StateRecord } from '../screens/state-record.ts';
import { states } from '../screens/states.ts';
import { hasList, hasOwn, type Attempt, type Flow, type Model, type Shown } from './state.ts';

/**
 * The state that decides what is shown and polled: behind the question whether to leave, the one
 * left.
 */
export function underneath(flow: Flow): Shown {
    return flow.state === 'confirmLeave' ? flow.back : flow;
}

export function recordOf({ state }: Shown): StateRecord<Shown> {
    return states[state];
}

/** The attempt that is running, if any: at most one. */
export function liveAttempt(flow: Flow): Attempt | null {
    const shown = underneath(flow);
    return recordOf(shown).attempt(shown);
}

/** Whether the server may connect this although the end user leaves. */
export function isUnderWay(flow: Shown): boolean {
    return recordOf(flow).isUnderWay(flow);
}

/** Whether there is a screen to go back to. */
export function canGoBack(model: Model): boolean {
    const shown = underneath(model.flow);
    if (shown.state === 'owned') return hasList(model);
    return (shown.state === 'detail' || shown.state === 'failed') && (hasList(model) || hasOwn(model, shown.draft.integration));
}
