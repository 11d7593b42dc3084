import type { AttemptCode } from '@patchbay/contracts/browser';
import type { Draft } from '../../flow/model.ts';
import { backFromForm } from '../../flow/back.ts';
import { askingApproval } from '../pending-approval/state.ts';
import { stateRecord } from '../state-record.ts';

/** `missing`: permissions that were not given, in words. `attemptId`: of the try that failed. */
export interface FailedState {
    state: 'failed';
    draft: Draft;
    code: AttemptCode;
    ref: string;
    attemptId: string;
    providerText: string | null;
    missing: readonly string[];
}

export const failed = stateRecord<FailedState>({
    asksToLeave: (_flow, isDirty) => isDirty(),
    outlivesSession: true,
    warnsOfExpiry: true,
    on: {
        wentBack: backFromForm,
        approvalAsked: (flow, { newKey }) => (flow.code === 'consent_denied' ? askingApproval(flow.draft, flow.attemptId, newKey) : flow)
    }
});
