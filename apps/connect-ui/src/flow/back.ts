import type { FlowEvent } from './events.ts';
import type { Draft, Model } from './model.ts';
import type { ScreenState } from '../screens/states.gen.ts';
import type { AccountState } from '../screens/account/state.ts';
import { ownScreenOf } from './own-connections.ts';
import { hasList, ownOf } from './selectors.ts';

type WentBack = Extract<FlowEvent, { type: 'wentBack' }>;

/** Where Back leads, and what follows a success. */
export function backToList(flow: ScreenState, { query = '' }: WentBack, model: Model): ScreenState {
    return hasList(model) ? { state: 'list', query } : flow;
}

export function backFromForm(flow: ScreenState & { draft: Draft }, event: WentBack, model: Model): ScreenState {
    const { integration, renews } = flow.draft;
    return ownOf(model, integration).length > 0 ? ownScreenOf(model, integration, renews) : backToList(flow, event, model);
}

export function backFromAccount(flow: AccountState, event: WentBack, model: Model): ScreenState {
    const { integration } = flow;
    return ownOf(model, integration).length > 1 ? { state: 'owned', integration } : backToList(flow, event, model);
}
