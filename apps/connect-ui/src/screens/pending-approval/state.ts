import type { Attempt, Draft } from '../../flow/model.ts';
import { backToList } from '../../flow/back.ts';
import { backToForm } from '../../flow/form.ts';
import { stateRecord } from '../state-record.ts';

/**
 * An admin has to approve at the provider first, which may take days. Where the end user asks for
 * it, the server is asked for an attempt that waits, after the one (`after`) that does not lead on.
 */
export type PendingApprovalState =
    | { state: 'pendingApproval'; draft: Draft; attempt: Attempt; link: string }
    | { state: 'pendingApproval'; draft: Draft; attempt: null; key: string; after: string };

export const pendingApproval = stateRecord<PendingApprovalState>({
    isPolled: () => true,
    isUnderWay: () => true,
    asksToLeave: () => false,
    keepsLeaveQuestion: false,
    closesWindow: true,
    hostEvent: () => 'approval_pending',
    on: { wentBack: backToList, signInCancelled: backToForm }
});

export function askingApproval(draft: Draft, after: string, key: string): PendingApprovalState {
    return { state: 'pendingApproval', draft: { ...draft, key }, attempt: null, key, after };
}
