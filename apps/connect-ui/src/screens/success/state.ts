import type { FlowIn, StateRecord } from '../state-record.ts';

export const success: StateRecord<FlowIn<'success'>> = {
    attempt: () => null,
    isPolled: () => false,
    isUnderWay: () => false,
    asksToLeave: () => false,
    keepsLeaveQuestion: false,
    outlivesSession: true,
    warnsOfExpiry: false,
    closesWindow: true,
    hasSmallGlyph: false,
    hostEvent: () => undefined
};
