import type { FlowIn, StateRecord } from '../state-record.ts';

export const failed: StateRecord<FlowIn<'failed'>> = {
    attempt: () => null,
    isPolled: () => false,
    isUnderWay: () => false,
    asksToLeave: (_flow, isDirty) => isDirty(),
    keepsLeaveQuestion: false,
    outlivesSession: true,
    warnsOfExpiry: true,
    closesWindow: false,
    hasSmallGlyph: false,
    hostEvent: () => undefined
};
