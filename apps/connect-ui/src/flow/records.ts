import type { Handler, StateRecord } from '../screens/state-record.ts';
import { states, type ScreenState } from '../screens/states.gen.ts';
import type { ScreenEvent } from './events.ts';
import type { Model } from './model.ts';

export function recordOf({ state }: ScreenState): StateRecord<ScreenState> {
    return states[state];
}

/** What this event of the end user leads to; without a handler, to nothing. */
export function handled(flow: ScreenState, event: ScreenEvent, model: Model): ScreenState {
    const handlers: Partial<Record<ScreenEvent['type'], Handler<ScreenState, ScreenEvent>>> = recordOf(flow).on;
    return handlers[event.type]?.(flow, event, model) ?? flow;
}

/** Whether the server may connect this although the end user leaves. */
export function isUnderWay(flow: ScreenState): boolean {
    return recordOf(flow).isUnderWay(flow);
}
