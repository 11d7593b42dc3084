import type { FlowEvent } from './events.ts';
import type { Draft, Model } from './model.ts';
import type { ScreenState } from '../screens/states.gen.ts';
import { hasList, hasOwn } from './selectors.ts';

/** Where Back leads, and what follows a success. */
export function backToList(flow: ScreenState, { query = '' }: Extract<FlowEvent, { type: 'wentBack' }>, model: Model): ScreenState {
    return hasList(model) ? { state: 'list', query } : flow;
}

export function backFromForm(
    flow: ScreenState & { draft: Draft },
    event: Extract<FlowEvent, { type: 'wentBack' }>,
    model: Model
): ScreenState {
    const { integration } = flow.draft;
    return hasOwn(model, integration) ? { state: 'owned', integration } : backToList(flow, event, model);
}
