import type { FlowIn, StateRecord } from '../state-record.ts';

export const submitting: StateRecord<FlowIn<'submitting'>> = {
    attempt: () => null,
    isPolled: () => false,
    isUnderWay: () => true,
    asksToLeave: () => true,
    keepsLeaveQuestion: true,
    outlivesSession: false,
    warnsOfExpiry: false,
    closesWindow: false,
    hasSmallGlyph: true,
    hostEvent: () => undefined
};
