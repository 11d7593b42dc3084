import type { AttemptCode, AttemptView } from '@patchbay/contracts/browser';
import { attemptErrors, signsInElsewhere } from '../fields/field-rules.ts';
import { refusedForm } from './form.ts';
import { parseUrl } from './parse-url.ts';
import { draftFor, integrationFor, liveAttempt, renewedBy, wayOf } from './selectors.ts';
import type { FlowEvent } from './events.ts';
import type { Attempt, Draft, Model } from './model.ts';
import type { LaunchingState, WindowOutcome } from '../screens/oauth/state.ts';
import type { ScreenState } from '../screens/states.gen.ts';
import type { SubmittingState } from '../screens/submitting/state.ts';
import type { PendingApprovalState } from '../screens/pending-approval/state.ts';
import type { FailedState } from '../screens/failed/state.ts';

export type AttemptEvent = Extract<
    FlowEvent,
    {
        type:
            | 'attemptNotCreated'
            | 'attemptCreated'
            | 'relaunched'
            | 'attemptSeen'
            | 'stepFailed'
            | 'slow'
            | 'tookTooLong'
            | 'windowUnseen'
            | 'windowLost';
    }
>;

/**
 * What the server, or the window, says about the attempt. News of any other attempt changes
 * nothing.
 */
export function onAttempt(model: Model, flow: ScreenState, event: AttemptEvent): ScreenState {
    switch (event.type) {
        case 'attemptNotCreated':
            if (!awaitsKey(flow, event.key)) return flow;
            // Whether the server saw the try is unknown only without a response: then repeating it
            // must carry the same key.
            return refusedForm({ ...flow.draft, key: event.banner === 'unreachable' ? event.key : null }, event.errors, event.banner);
        case 'attemptCreated': {
            if (!awaitsKey(flow, event.key)) return flow;
            const draft = { ...flow.draft, key: null };
            if (flow.state !== 'oauth') return outcome(model, draft, event.view, flow.state === 'submitting' && flow.slow);
            return launched(model, { ...flow, draft }, event.view, event.window);
        }
        case 'relaunched': {
            const waits =
                flow.state === 'oauth' &&
                (flow.step === 'launching' || flow.step === 'blocked' || flow.step === 'openInBrowser') &&
                flow.attempt;
            return waits && waits.id === event.view.attempt_id ? launched(model, flow, event.view, event.window) : flow;
        }
        case 'attemptSeen':
            return seen(model, flow, event.view);
        case 'stepFailed':
            return liveAttempt(flow)?.id === event.attempt ? requestFailed(flow, event.banner) : flow;
        case 'slow':
            return flow.state === 'submitting' || flow.state === 'verifying' ? { ...flow, slow: true } : flow;
        case 'tookTooLong': {
            const gaveUp = flow.state === 'verifying' && flow.attempt.id === event.view.attempt_id && event.view.status === 'cancelled';
            return gaveUp ? failed(flow.draft, event.view, 'timeout') : seen(model, flow, event.view);
        }
        case 'windowUnseen': {
            const isLooking = flow.state === 'oauth' && flow.step === 'looking' && flow.attempt.id === event.attempt;
            return isLooking ? relaunching(flow.draft, flow.attempt, 'link') : flow;
        }
        case 'windowLost': {
            const waits = flow.state === 'oauth' && flow.step === 'awaiting' && flow.attempt.id === event.attempt;
            if (!waits) return flow;
            return { state: 'oauth', step: 'maybeClosed', draft: flow.draft, attempt: flow.attempt, unopened: flow.window === 'link' };
        }
    }
}

function awaitsKey(flow: ScreenState, key: string): flow is SubmittingState | LaunchingState | PendingApprovalState {
    if (flow.state === 'submitting') return flow.key === key;
    const asks = flow.state === 'pendingApproval' || (flow.state === 'oauth' && flow.step === 'launching');
    return asks && flow.attempt === null && flow.key === key;
}

/** Asks for a new address of this attempt. @param windowKey of the window that waits for it */
export function relaunching(
    draft: Draft,
    attempt: Attempt,
    way: LaunchingState['way'],
    { windowKey = '', account = 'any' }: Partial<Pick<LaunchingState, 'windowKey' | 'account'>> = {}
): LaunchingState {
    return { state: 'oauth', step: 'launching', draft, way, key: attempt.id, windowKey, attempt, account };
}

/** Opens another window for this attempt. @param opensNone no window opens from here */
export function reopened(
    model: Model,
    flow: { draft: Draft; attempt: Attempt } & ScreenState,
    { account, windowKey }: Extract<FlowEvent, { type: 'windowReopened' }>,
    opensNone = false
): ScreenState {
    const integration = integrationFor(model, flow.draft);
    if (!integration) return flow;
    // Typed credentials have no window: other ones are typed into the same form.
    if (!signsInElsewhere(integration)) return refusedForm({ ...flow.draft, key: null }, {}, null);
    return relaunching(flow.draft, flow.attempt, opensNone ? 'byHand' : wayOf(model, integration), { windowKey, account });
}

/** No account has signed in yet. */
export function isWaiting({ status }: AttemptView): boolean {
    return status === 'created' || status === 'awaiting_user';
}

/** The server has made the sign-in ready to be opened. */
function launched(
    model: Model,
    flow: Extract<ScreenState, { state: 'oauth'; step: 'launching' | 'blocked' | 'openInBrowser' }>,
    view: AttemptView,
    window: WindowOutcome
): ScreenState {
    const { draft } = flow;
    const attempt = attemptOf(view);
    if (!isWaiting(view)) return outcome(model, draft, view);
    const way = flow.step === 'launching' ? flow.way : flow.step === 'blocked' ? 'link' : 'byHand';
    if (way === 'window') {
        if (window === 'opened') return { state: 'oauth', step: 'awaiting', draft, attempt, window };
        return window === 'unseen' ? { state: 'oauth', step: 'looking', draft, attempt } : relaunching(draft, attempt, 'link');
    }
    // The first address is for this browser.
    if (way === 'byHand' && flow.attempt === null) return relaunching(draft, attempt, 'byHand');
    const { launch_url: launchUrl } = view;
    if (launchUrl === undefined || !isWebAddress(launchUrl)) return failed(draft, view, 'unexpected');
    if (way === 'link') return { state: 'oauth', step: 'blocked', draft, attempt, launchUrl };
    if (way === 'tab') return { state: 'oauth', step: 'redirecting', draft, attempt, launchUrl };
    return { state: 'oauth', step: 'openInBrowser', draft, attempt, launchUrl, copied: false };
}

/** The response to a poll or a step. */
function seen(model: Model, flow: ScreenState, view: AttemptView): ScreenState {
    const attempt = liveAttempt(flow);
    if (attempt?.id !== view.attempt_id || Date.parse(view.updated_at) < Date.parse(attempt.updatedAt)) return flow;
    if (flow.state === 'boot') return resumed(model, view);
    if (!('draft' in flow)) return flow;
    if (isWaiting(view)) return view.status === 'awaiting_user' ? signInReached(flow, attemptOf(view)) : flow;
    // While the end user's choice is being sent, the state before it is out of date.
    if (view.status === 'needs_choice' && flow.state === 'chooseAccount') return flow;
    if (view.status === 'account_mismatch' && flow.state === 'accountMismatch') return flow;
    return outcome(model, flow.draft, view, flow.state === 'verifying' && flow.slow);
}

/**
 * The end user is at the provider: the window that could not be seen is there, or the link has been
 * followed.
 */
function signInReached(flow: Extract<ScreenState, { draft: Draft }>, attempt: Attempt): ScreenState {
    if (flow.state !== 'oauth') return flow;
    const { draft, step } = flow;
    if (flow.step === 'maybeClosed' && flow.unopened) return { ...flow, unopened: false };
    if (step === 'looking' || step === 'blocked' || (flow.step === 'awaiting' && flow.window === 'link'))
        return { state: 'oauth', step: 'awaiting', draft, attempt, window: 'followed' };
    return step === 'openInBrowser' ? { state: 'oauth', step: 'awaiting', draft, attempt, window: 'elsewhere' } : flow;
}

/** This tab is back from its sign-in. */
function resumed(model: Model, view: AttemptView): ScreenState {
    const mode = view.is_new ? 'create' : 'reconnect';
    // The session was read after the sign-in, so what it says of connections counts the new one.
    const draft: Draft = { ...draftFor(model, view.integration_id), mode, connectedBefore: false };
    return outcome(model, draft, view);
}

/** A step got no response. */
function requestFailed(flow: ScreenState, banner: Extract<FlowEvent, { type: 'stepFailed' }>['banner']): ScreenState {
    if (flow.state === 'chooseAccount') return { ...flow, picked: null, banner };
    if (flow.state === 'accountMismatch') return { ...flow, asked: 'nothing', banner };
    if (flow.state !== 'oauth') return flow;
    const { draft, step, attempt } = flow;
    const hasWindow = step === 'blocked' || (step === 'launching' && (flow.way === 'window' || flow.way === 'link'));
    if (hasWindow && attempt) return { state: 'oauth', step: 'maybeClosed', draft, attempt, unopened: false };
    return step === 'launching' || step === 'openInBrowser' ? refusedForm(draft, {}, banner) : flow;
}

function outcome(model: Model, draft: Draft, view: AttemptView, slow = false): ScreenState {
    const attempt = attemptOf(view);
    switch (view.status) {
        case 'created':
        case 'awaiting_user':
        case 'exchanging':
        case 'verifying':
            return { state: 'verifying', draft, attempt, slow };
        case 'pending_approval':
            return { state: 'pendingApproval', draft, attempt, link: view.approval_url ?? '' };
        case 'needs_choice':
            return { state: 'chooseAccount', draft, attempt, options: view.options ?? [], picked: null, banner: null };
        case 'account_mismatch':
            return { state: 'accountMismatch', draft, attempt, was: view.was, now: view.now, asked: 'nothing', banner: null };
        case 'succeeded': {
            const { integration, mode, connectedBefore } = draft;
            if (view.connection_id === null) return failed(draft, view, 'unexpected');
            return {
                state: 'success',
                integration,
                mode,
                attemptId: attempt.id,
                connectionId: view.connection_id,
                isNew: view.is_new,
                account: view.account_label,
                was: renewedBy(model, draft)?.account_label ?? null,
                connectedBefore
            };
        }
        case 'expired':
            return failed(draft, view, 'timeout');
        case 'cancelled':
            return failed(draft, view, 'cancelled');
        case 'failed': {
            const integration = integrationFor(model, draft);
            const code = view.code ?? 'unexpected';
            const isTyped = integration !== undefined && !signsInElsewhere(integration);
            const isCorrectable = code === 'validation' || (isTyped && (code === 'credentials_rejected' || code === 'missing_permissions'));
            const missing = (view.missing_scopes ?? []).map(
                (id) => integration?.scopes.find((scope) => scope.id === id)?.description ?? id
            );
            if (!integration || !isCorrectable || integration.fields.length === 0) return { ...failed(draft, view, code), missing };
            return refusedForm(
                { ...draft, key: null, failures: draft.failures + 1, ref: view.ref },
                attemptErrors(integration, draft.values, view),
                code,
                view.provider_text
            );
        }
    }
}

function failed(draft: Draft, view: AttemptView, code: AttemptCode): FailedState {
    return {
        state: 'failed',
        draft: { ...draft, key: null, failures: draft.failures + 1, ref: view.ref },
        code,
        ref: view.ref,
        attemptId: view.attempt_id,
        providerText: view.provider_text,
        missing: []
    };
}

function attemptOf(view: AttemptView): Attempt {
    return { id: view.attempt_id, ref: view.ref, updatedAt: view.updated_at };
}

function isWebAddress(address: string): boolean {
    return ['http:', 'https:'].includes(parseUrl(address)?.protocol ?? '');
}
