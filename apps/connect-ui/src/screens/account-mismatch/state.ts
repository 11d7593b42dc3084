import type { Attempt, Banner, Draft } from '../../flow/model.ts';
import { reopened } from '../../flow/attempt.ts';
import { backToForm } from '../../flow/form.ts';
import { stateRecord } from '../state-record.ts';

/** A reconnect that another account has signed in for. */
export interface AccountMismatchState {
    state: 'accountMismatch';
    draft: Draft;
    attempt: Attempt;
    was: string | null;
    now: string | null;
    asked: 'nothing' | 'switch';
    banner: Banner | null;
}

export type AccountMismatchEvent = { type: 'accountSwitched' };

export const accountMismatch = stateRecord<AccountMismatchState, AccountMismatchEvent>({
    isPolled: () => false,
    // A banner means that a step got no response: whether the server took it is unknown.
    isUnderWay: ({ asked, banner }) => asked === 'switch' || banner !== null,
    asksToLeave: ({ asked }) => asked === 'switch',
    keepsLeaveQuestion: true,
    hostEvent: () => 'account_mismatch',
    on: {
        accountSwitched: (flow) => (flow.asked === 'nothing' ? { ...flow, asked: 'switch', banner: null } : flow),
        windowReopened: (flow, event, model) => (flow.asked === 'nothing' ? reopened(model, flow, event) : flow),
        signInCancelled: backToForm
    }
});
