import type { FlowIn, StateRecord } from '../state-record.ts';

export const closed: StateRecord<FlowIn<'closed'>> = {
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
