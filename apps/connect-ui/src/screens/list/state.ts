import type { FlowIn, StateRecord } from '../state-record.ts';

export const list: StateRecord<FlowIn<'list'>> = {
    attempt: () => null,
    isPolled: () => false,
    isUnderWay: () => false,
    asksToLeave: () => false,
    keepsLeaveQuestion: false,
    outlivesSession: false,
    warnsOfExpiry: true,
    closesWindow: false,
    hasSmallGlyph: true,
    hostEvent: () => 'list_viewed'
};
