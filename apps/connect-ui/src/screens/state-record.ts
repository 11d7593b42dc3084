import type { WidgetEvent } from '@patchbay/contracts/widget-message';
import type { Attempt, Shown } from '../flow/state.ts';

export type ShownState = Shown['state'];
/** The flow while it is in one of these states. */
export type FlowIn<S extends ShownState> = Extract<Shown, { state: S }>;

/** What the flow, its effects and the host page need to know about a state, apart from its view. */
export interface StateRecord<F extends Shown> {
    /** The attempt that is running, if any. */
    attempt(flow: F): Attempt | null;
    /** The attempt changes on the server without a step of the widget. */
    isPolled(flow: F): boolean;
    /**
     * The server may connect this although the end user leaves: the request cannot be taken back
     * for certain.
     */
    isUnderWay(flow: F): boolean;
    /** Closing asks first. @param isDirty whether something was typed that would be lost */
    asksToLeave(flow: F, isDirty: () => boolean): boolean;
    /** The question whether to leave stays open when the flow gets here behind it. */
    keepsLeaveQuestion: boolean;
    /** It is still shown after the session has expired. */
    outlivesSession: boolean;
    /** The end user works in it, so an expiring session is announced. */
    warnsOfExpiry: boolean;
    /** The sign-in's window is closed on the way here. */
    closesWindow: boolean;
    /** The bar has the small glyph; other screens show the large one. */
    hasSmallGlyph: boolean;
    /** What the host page is told when the screen appears. */
    hostEvent(flow: F): WidgetEvent | undefined;
}
