import type { WidgetEvent } from '@patchbay/contracts/widget-message';
import type { FlowIn, StateRecord } from '../state-record.ts';

const events: Partial<Record<FlowIn<'oauth'>['step'], WidgetEvent>> = {
    awaiting: 'popup_opened',
    blocked: 'popup_blocked',
    maybeClosed: 'popup_closed'
};

export const oauth: StateRecord<FlowIn<'oauth'>> = {
    attempt: ({ attempt }) => attempt,
    isPolled: ({ step }) => step !== 'launching',
    isUnderWay: () => false,
    asksToLeave: () => false,
    keepsLeaveQuestion: true,
    outlivesSession: false,
    warnsOfExpiry: false,
    closesWindow: false,
    hasSmallGlyph: false,
    hostEvent: ({ step }) => events[step]
};
