import { backToList } from '../../flow/back.ts';
import { renewal } from '../../flow/form.ts';
import { accountAt } from '../../flow/own-connections.ts';
import { stateRecord } from '../state-record.ts';
import type { Ended } from '../disconnected/state.ts';

/** The integration is connected already: which of its connections is it about, or another? */
export interface OwnedState {
    state: 'owned';
    integration: string;
    /** Disconnected right before. */
    ended?: Ended;
}

export type OwnedEvent =
    /** null: another account. */
    { type: 'renewalChosen'; connection: string | null } | { type: 'accountOpened'; connection: string };

export const owned = stateRecord<OwnedState, OwnedEvent>({
    on: {
        renewalChosen: renewal,
        accountOpened: ({ integration }, { connection }) => accountAt(integration, connection),
        wentBack: backToList
    }
});
