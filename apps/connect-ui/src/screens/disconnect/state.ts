import type { Banner } from '../../flow/model.ts';
import type { AccountState } from '../account/state.ts';
import { stateRecord, type Handler } from '../state-record.ts';

/** The question whether to disconnect an account, until that is done. */
export interface DisconnectState extends Omit<AccountState, 'state'> {
    state: 'disconnect';
    /** Whose account it is. The session forgets it before the server has responded. */
    name: string;
    /** The server is asked to disconnect it. */
    sent: boolean;
    banner: Banner | null;
}

export type DisconnectEvent =
    | { type: 'disconnectConfirmed' }
    /** It stays connected. */
    | { type: 'disconnectCancelled' }
    | { type: 'disconnectFailed'; banner: Banner };

const kept: Handler<DisconnectState, unknown> = (flow) => {
    const { integration, connection, details } = flow;
    return flow.sent ? flow : { state: 'account', integration, connection, details };
};

export const disconnect = stateRecord<DisconnectState, DisconnectEvent>({
    warnsOfExpiry: true,
    hostEvent: () => 'disconnect_requested',
    on: {
        disconnectConfirmed: (flow, _event, { network, renewal }) =>
            network === 'online' && renewal !== 'asked' ? { ...flow, sent: true, banner: null } : flow,
        disconnectFailed: (flow, { banner }) => ({ ...flow, sent: false, banner }),
        disconnectCancelled: kept,
        wentBack: kept
    }
});
