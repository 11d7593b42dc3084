import type { WidgetEvent } from '@patchbay/contracts/widget-message';
import type { SharedEvent } from '../flow/events.ts';
import type { Attempt, Draft, Model } from '../flow/model.ts';
import type { ScreenState } from './states.gen.ts';

/**
 * What the flow, its effects and the host page need to know about a state, apart from its view.
 * @typeParam E what end users do in this state alone
 */
export interface StateRecord<F, E extends { type: string } = never> {
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
    /** What the host page is told when the screen appears. */
    hostEvent(flow: F): WidgetEvent | undefined;
    /** What the end user's events lead to; without a handler, to nothing. */
    on: Handlers<F, E> & Partial<Handlers<F, SharedEvent>>;
}

// A method type: the handler of one state is looked up by the state of any flow.
export type Handler<F, E> = { handle(flow: F, event: E, model: Model): ScreenState }['handle'];
type Handlers<F, E extends { type: string }> = { readonly [T in E['type']]: Handler<F, Extract<E, { type: T }>> };

const defaults: StateRecord<unknown> = {
    isPolled: () => false,
    isUnderWay: () => false,
    asksToLeave: () => false,
    keepsLeaveQuestion: false,
    outlivesSession: false,
    warnsOfExpiry: false,
    closesWindow: false,
    hostEvent: () => undefined,
    on: {}
};

/** What the server changes while the end user is asked whether to leave. */
type Asked = { draft: Draft } & ({ attempt: Attempt | null } | { key: string });
/** No default where a request may be running, input may be lost, or the state has own events. */
type RequiredKeys<F, E> =
    | ([E] extends [never] ? never : 'on')
    | (Extract<F, { attempt: Attempt | null } | { key: string }> extends never ? never : 'isPolled' | 'isUnderWay')
    | (Extract<F, Asked> extends never ? never : 'keepsLeaveQuestion')
    | (Extract<F, { attempt: Attempt | null } | { draft: Draft }> extends never ? never : 'asksToLeave');

/** The record of a state; what it leaves out is as in `defaults`. */
export function stateRecord<F, E extends { type: string } = never>(
    own: Partial<StateRecord<F, E>> & Pick<StateRecord<F, E>, RequiredKeys<F, E>>
): StateRecord<F, E> {
    return { ...defaults, ...own };
}
