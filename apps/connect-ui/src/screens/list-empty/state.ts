import type { FlowIn, StateRecord } from '../state-record.ts';

export const listEmpty: StateRecord<FlowIn<'listEmpty'>> = {
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
