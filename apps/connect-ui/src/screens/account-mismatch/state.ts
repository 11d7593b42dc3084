import type { FlowIn, StateRecord } from '../state-record.ts';

export const accountMismatch: StateRecord<FlowIn<'accountMismatch'>> = {
    attempt: ({ attempt }) => attempt,
    isPolled: () => false,
    // A banner means that a step got no response: whether the server took it is unknown.
    isUnderWay: ({ asked, banner }) => asked === 'switch' || banner !== null,
    asksToLeave: ({ asked }) => asked === 'switch',
    keepsLeaveQuestion: true,
    outlivesSession: false,
    warnsOfExpiry: false,
    closesWindow: false,
    hasSmallGlyph: false,
    hostEvent: () => 'account_mismatch'
};
