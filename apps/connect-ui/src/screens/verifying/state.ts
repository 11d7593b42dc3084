import type { FlowIn, StateRecord } from '../state-record.ts';

export const verifying: StateRecord<FlowIn<'verifying'>> = {
    attempt: ({ attempt }) => attempt,
    isPolled: () => true,
    isUnderWay: () => true,
    asksToLeave: () => true,
    keepsLeaveQuestion: true,
    outlivesSession: false,
    warnsOfExpiry: false,
    closesWindow: false,
    hasSmallGlyph: false,
    hostEvent: () => 'verifying'
};
