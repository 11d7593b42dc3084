import type { FlowIn, StateRecord } from '../state-record.ts';

export const owned: StateRecord<FlowIn<'owned'>> = {
    attempt: () => null,
    isPolled: () => false,
    isUnderWay: () => false,
    asksToLeave: () => false,
    keepsLeaveQuestion: false,
    outlivesSession: false,
    warnsOfExpiry: false,
    closesWindow: false,
    hasSmallGlyph: false,
    hostEvent: () => undefined
};
