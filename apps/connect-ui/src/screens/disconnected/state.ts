import { renewal } from '../../flow/form.ts';
import { stateRecord } from '../state-record.ts';

/** What the end user has disconnected. */
export interface Ended {
    account: string;
    /** The provider that could not be asked to take the access back; null: none has to be. */
    remainsAt: string | null;
}

/** The only app there is has been disconnected. */
export interface DisconnectedState {
    state: 'disconnected';
    integration: string;
    ended: Ended;
}

export type DisconnectedEvent = { type: 'renewalChosen'; connection: string | null };

export const disconnected = stateRecord<DisconnectedState, DisconnectedEvent>({ on: { renewalChosen: renewal } });
