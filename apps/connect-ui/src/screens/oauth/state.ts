import type { WidgetEvent } from '@patchbay/contracts/widget-message';
import type { Attempt, Draft, Model } from '../../flow/model.ts';
import { relaunching, reopened } from '../../flow/attempt.ts';
import { backToForm } from '../../flow/form.ts';
import { integrationFor, allowsSameTab, wayOf } from '../../flow/selectors.ts';
import { askingApproval } from '../pending-approval/state.ts';
import { stateRecord } from '../state-record.ts';

/**
 * How a sign-in is opened: in a window of its own, in this tab, or by a link that the end user
 * carries to another browser.
 */
export type Way = 'window' | 'tab' | 'byHand';
/**
 * How the window fared: open, stopped by the browser, or there may be one, since some host pages
 * keep us from seeing it.
 */
export type WindowOutcome = 'opened' | 'blocked' | 'unseen';

/** The server is asked for an attempt, or for a new address of the one there is. */
export interface LaunchingState {
    state: 'oauth';
    step: 'launching';
    draft: Draft;
    /** `link`: the window was stopped, so the end user gets a link to open it by. */
    way: Way | 'link';
    /** Idempotency key of a new attempt. */
    key: string;
    /** The secret under which the window fetches its address; a new one for each window. */
    windowKey: string;
    attempt: Attempt | null;
    account: 'any' | 'other';
}

/** A sign-in elsewhere: in a window, in this tab, or in another browser. */
export type OAuthState =
    | LaunchingState
    /** A window may be open that can't be seen from here; the server will see it. */
    | { state: 'oauth'; step: 'looking'; draft: Draft; attempt: Attempt }
    | { state: 'oauth'; step: 'blocked'; draft: Draft; attempt: Attempt; launchUrl: string }
    /**
     * Of the window there is a handle (`opened`), none although the server has seen it
     * (`followed`), it is one of another browser (`elsewhere`), or only its link was followed
     * (`link`).
     */
    | { state: 'oauth'; step: 'awaiting'; draft: Draft; attempt: Attempt; window: 'opened' | 'link' | 'followed' | 'elsewhere' }
    /** `unopened`: a link was followed, and no window has reached the server. */
    | { state: 'oauth'; step: 'maybeClosed'; draft: Draft; attempt: Attempt; unopened: boolean }
    /** The page is about to leave; it comes back as `boot`, with the attempt. */
    | { state: 'oauth'; step: 'redirecting'; draft: Draft; attempt: Attempt; launchUrl: string }
    | { state: 'oauth'; step: 'openInBrowser'; draft: Draft; attempt: Attempt; launchUrl: string; copied: boolean };

export type OAuthEvent =
    | { type: 'linkFollowed' }
    | { type: 'linkCopied' }
    /**
     * In this tab where the window was stopped, or in this app although its provider would rather
     * not.
     */
    | { type: 'continuedHere'; windowKey: string };

const hostEvents: Partial<Record<OAuthState['step'], WidgetEvent>> = {
    awaiting: 'popup_opened',
    blocked: 'popup_blocked',
    maybeClosed: 'popup_closed'
};

export const oauth = stateRecord<OAuthState, OAuthEvent>({
    isPolled: ({ step }) => step !== 'launching',
    isUnderWay: () => false,
    asksToLeave: () => false,
    keepsLeaveQuestion: true,
    hostEvent: ({ step }) => hostEvents[step],
    on: {
        linkFollowed: (flow) =>
            flow.step === 'blocked' ? { state: 'oauth', step: 'awaiting', draft: flow.draft, attempt: flow.attempt, window: 'link' } : flow,
        linkCopied: (flow) => (flow.step === 'openInBrowser' ? { ...flow, copied: true } : flow),
        windowReopened: (flow, event, model) => {
            if (flow.step !== 'maybeClosed' && !(flow.step === 'awaiting' && flow.window === 'opened')) return flow;
            // A sandboxed page may open no window at all, not even that of the link.
            const opensNone = flow.step === 'maybeClosed' && flow.unopened && !allowsSameTab(model);
            return reopened(model, flow, event, opensNone);
        },
        continuedHere: (flow, { windowKey }, model) => continuedHere(model, flow, windowKey),
        approvalAsked: (flow, { newKey }) =>
            flow.step === 'awaiting' || flow.step === 'maybeClosed' ? askingApproval(flow.draft, flow.attempt.id, newKey) : flow,
        signInCancelled: backToForm
    }
});

function continuedHere(model: Model, flow: OAuthState, windowKey: string): OAuthState {
    if (flow.step === 'blocked') return allowsSameTab(model) ? relaunching(flow.draft, flow.attempt, 'tab') : flow;
    const integration = flow.step === 'openInBrowser' ? integrationFor(model, flow.draft) : undefined;
    if (flow.step !== 'openInBrowser' || !integration) return flow;
    return relaunching(flow.draft, flow.attempt, wayOf(model, integration, true), { windowKey });
}
