import type { FlowIn, StateRecord } from '../state-record.ts';

export const detail: StateRecord<FlowIn<'detail'>> = {
    attempt: () => null,
    isPolled: () => false,
    isUnderWay: () => false,
    asksToLeave: (_flow, isDirty) => isDirty(),
    keepsLeaveQuestion: false,
    outlivesSession: false,
    warnsOfExpiry: true,
    closesWindow: true,
    hasSmallGlyph: true,
    hostEvent: () => undefined
};
