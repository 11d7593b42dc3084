import { firstScreenOf } from '../../flow/form.ts';
import { canAskForApp, integrationOf } from '../../flow/selectors.ts';
import type { Ended } from '../disconnected/state.ts';
import { stateRecord } from '../state-record.ts';

/** `asked`: the host was told that the query found nothing. */
export interface ListState {
    state: 'list';
    query: string;
    asked?: true;
    /** Disconnected right before. */
    ended?: Ended;
}

export type ListEvent =
    | { type: 'searched'; query: string }
    /** The end user wants an app that is not in the list. */
    | { type: 'appRequested' }
    | { type: 'integrationChosen'; integration: string };

export const list = stateRecord<ListState, ListEvent>({
    warnsOfExpiry: true,
    hostEvent: () => 'list_viewed',
    on: {
        searched: (_flow, { query }) => ({ state: 'list', query }),
        appRequested: (flow, _event, model) => (flow.query.trim() !== '' && canAskForApp(model) ? { ...flow, asked: true } : flow),
        integrationChosen: (flow, { integration }, model) => (integrationOf(model, integration) ? firstScreenOf(model, integration) : flow)
    }
});
