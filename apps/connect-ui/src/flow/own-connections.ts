import type { FlowEvent } from './events.ts';
import type { Model } from './model.ts';
import type { ScreenState } from '../screens/states.gen.ts';
import type { AccountState } from '../screens/account/state.ts';
import { hasList, managesOwn, ownOf } from './selectors.ts';

/** One account, of which only the session's part is known yet. */
export function accountAt(integration: string, connection: string): AccountState {
    return { state: 'account', integration, connection, details: 'wanted' };
}

/**
 * What the end user has connected of an integration: the accounts, or the only one of them.
 * @param renewed the one that the end user comes from
 */
export function ownScreenOf(model: Model, integration: string, renewed: string | null = null): ScreenState {
    const [only, another] = ownOf(model, integration);
    const at = renewed ?? (another ? undefined : only?.connection_id);
    return managesOwn(model) && at !== undefined ? accountAt(integration, at) : { state: 'owned', integration };
}

/** A connection is no more: not in the session, nor among what this visit has connected. */
export function disconnected(model: Model, { integration, connection, ended }: Extract<FlowEvent, { type: 'disconnected' }>): Model {
    const { session, flow } = model;
    if (session.status === 'unknown') return model;
    const integrations = session.info.integrations.map((each) => {
        if (each.id !== integration) return each;
        const connections = each.connections.filter(({ connection_id: id }) => id !== connection);
        return { ...each, connections, is_connected: connections.length > 0 };
    });
    const next: Model = {
        ...model,
        session: { ...session, info: { ...session.info, integrations } },
        connected: model.connected.filter((each) => each.integration !== integration || each.connection !== connection)
    };
    if (flow.state !== 'disconnect') return next;
    if (ownOf(next, integration).length > 0) return { ...next, flow: { state: 'owned', integration, ended } };
    return { ...next, flow: hasList(next) ? { state: 'list', query: '', ended } : { state: 'disconnected', integration, ended } };
}
