import type { Attempt, Draft } from '../../flow/model.ts';
import { backToForm } from '../../flow/form.ts';
import { stateRecord } from '../state-record.ts';

/** The server checks what the provider has given. */
export interface VerifyingState {
    state: 'verifying';
    draft: Draft;
    attempt: Attempt;
    slow: boolean;
}

export const verifying = stateRecord<VerifyingState>({
    isPolled: () => true,
    isUnderWay: () => true,
    asksToLeave: () => true,
    keepsLeaveQuestion: true,
    hostEvent: () => 'verifying',
    on: { signInCancelled: backToForm }
});
