import type { Draft } from '../../flow/model.ts';
import { stateRecord } from '../state-record.ts';

/** What was typed is on its way, under this idempotency key. */
export interface SubmittingState {
    state: 'submitting';
    draft: Draft;
    key: string;
    slow: boolean;
}

export const submitting = stateRecord<SubmittingState>({
    isPolled: () => false,
    isUnderWay: () => true,
    asksToLeave: () => true,
    keepsLeaveQuestion: true
});
