import type { Outcome } from '@patchbay/contracts/widget-message';
import { stateRecord } from '../state-record.ts';

/** `isOpen`: the end user left while the server may still have connected it. */
export interface ClosedState {
    state: 'closed';
    outcome: Outcome;
    isOpen?: true;
}

export const closed = stateRecord<ClosedState>({
    outlivesSession: true,
    closesWindow: true
});
