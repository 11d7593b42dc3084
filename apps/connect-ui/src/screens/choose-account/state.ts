import type { AttemptView } from '@patchbay/contracts/browser';
import type { Attempt, Banner, Draft } from '../../flow/model.ts';
import { backToForm } from '../../flow/form.ts';
import { stateRecord } from '../state-record.ts';

export interface ChooseAccountState {
    state: 'chooseAccount';
    draft: Draft;
    attempt: Attempt;
    options: NonNullable<AttemptView['options']>;
    picked: string | null;
    banner: Banner | null;
}

export type ChooseAccountEvent = { type: 'accountPicked'; account: string };

export const chooseAccount = stateRecord<ChooseAccountState, ChooseAccountEvent>({
    isPolled: () => false,
    // A banner means that a step got no response: whether the server took it is unknown.
    isUnderWay: ({ picked, banner }) => picked !== null || banner !== null,
    asksToLeave: () => true,
    keepsLeaveQuestion: true,
    on: {
        accountPicked: (flow, { account }) => (flow.picked === null ? { ...flow, picked: account, banner: null } : flow),
        signInCancelled: backToForm
    }
});
