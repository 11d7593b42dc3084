import type { FlowIn, StateRecord } from '../state-record.ts';

export const chooseAccount: StateRecord<FlowIn<'chooseAccount'>> = {
    attempt: ({ attempt }) => attempt,
    isPolled: () => false,
    // A banner means that a step got no response: whether the server took it is unknown.
    isUnderWay: ({ picked, banner }) => picked !== null || banner !== null,
    asksToLeave: () => true,
    keepsLeaveQuestion: true,
    outlivesSession: false,
    warnsOfExpiry: false,
    closesWindow: false,
    hasSmallGlyph: true,
    hostEvent: () => undefined
};
