import type { FlowIn, StateRecord } from '../state-record.ts';

export const boot: StateRecord<FlowIn<'boot'>> = {
    attempt: (flow) => (flow.step === 'attempt' ? flow.attempt : null),
    isPolled: () => true,
    isUnderWay: () => false,
    asksToLeave: () => false,
    keepsLeaveQuestion: false,
    outlivesSession: false,
    warnsOfExpiry: false,
    closesWindow: false,
    hasSmallGlyph: true,
    hostEvent: () => undefined
};
