import { signsInElsewhere } from '../fields/field-rules.ts';
import { changed, fieldBlurred, form, refusedForm, submitted, triedAgain } from './form.ts';
import { isWaiting, onAttempt, relaunching } from './attempt.ts';
import { begunAnew, chosen, endWithSession, expired, loaded, notRenewed, renewed, retried, withoutAutoStart } from './session.ts';
import {
    canAskForApp,
    canRenew,
    canTryAgain,
    draftFor,
    hasList,
    hasOwn,
    integrationFor,
    integrationOf,
    isDirty,
    takesTab,
    wayOf,
    type Flow,
    type FlowEvent,
    type Leavable,
    type Model,
    type OAuth,
    type Shown
} from './state.ts';
import { isUnderWay, recordOf, underneath } from './shown.ts';

/**
 * The whole widget as one pure function: what happened in, what is shown out. Effects are derived
 * from the state it returns (`effects/`). An event that makes no sense in the current state changes
 * nothing.
 */
export function reduce(model: Model, event: FlowEvent): Model {
    const stepped = endWithSession(step(model, event));
    const next = stepped.flow.state === 'success' && !stepped.hasConnected ? { ...stepped, hasConnected: true } : stepped;
    return isBlocked(next.flow) && !isBlocked(model.flow) ? { ...next, stoppedWindows: next.stoppedWindows + 1 } : next;
}

function isBlocked(flow: Flow): boolean {
    return flow.state === 'oauth' && flow.step === 'blocked';
}

function step(model: Model, event: FlowEvent): Model {
    const { flow } = model;
    const to = (next: Flow): Model => (next === flow ? model : { ...model, flow: next });
    if (flow.state === 'closed') return model;
    switch (event.type) {
        case 'wentOffline':
            return model.network === 'offline' ? model : { ...model, network: 'offline' };
        case 'wentOnline':
            return model.network === 'online' ? model : { ...model, network: 'online' };
        case 'opened':
            return flow.state === 'boot' && flow.step === 'handshake'
                ? { ...model, setup: event.setup, flow: { state: 'boot', step: 'session' } }
                : model;
        case 'sessionLoaded':
            return loaded(model, event.info);
        case 'sessionExpiring':
            return model.session.status === 'fresh' ? { ...model, session: { ...model.session, status: 'expiring' } } : model;
        case 'sessionExpired':
            return expired(model);
        case 'timeWanted':
            return model.session.status === 'expiring' && canRenew(model) ? { ...model, renewal: 'asked' } : model;
        case 'sessionRenewed':
            return renewed(model);
        case 'renewalFailed':
            return notRenewed(model);
        case 'returnRefused':
            // Windows still work.
            return { ...model, setup: { ...model.setup, returnTo: null } };
        case 'resumeFailed':
            return flow.state === 'boot' && flow.step === 'attempt' ? begunAnew(model, null) : model;
        case 'refused':
            return to({ state: 'fatal', code: event.code, ref: null });
        case 'crashed':
            return to({ state: 'fatal', code: 'unexpected', ref: event.ref });
        case 'hostClosed':
            return to(closed(model));
        case 'bootRetried':
            return flow.state === 'fatal' ? retried(model, flow.code) : model;
        case 'closeRequested':
            return to(closing(model));
        case 'leaveCancelled':
            return flow.state === 'confirmLeave' ? to(flow.back) : model;
        case 'leaveConfirmed':
            return flow.state === 'confirmLeave' ? to(closed(model)) : model;
        case 'attemptSeen':
            if (flow.state === 'boot' && flow.step === 'attempt' && flow.attempt.id === event.view.attempt_id && isWaiting(event.view))
                return begunAnew(model, event.view.integration_id);
            return to(throughLeaveQuestion(flow, (shown) => onAttempt(model, shown, event)));
        case 'attemptNotMade':
        case 'attemptMade':
        case 'relaunched':
        case 'stepFailed':
        case 'slow':
        case 'tookTooLong':
        case 'windowUnseen':
        case 'windowLost':
            return to(throughLeaveQuestion(flow, (shown) => onAttempt(model, shown, event)));
        case 'submitted': {
            const isReady = flow.state === 'detail' && model.network === 'online' && model.renewal !== 'asked';
            return isReady ? { ...withoutAutoStart(model), flow: submitted(model, flow, event) } : model;
        }
        case 'triedAgain':
            return flow.state === 'failed' && canTryAgain(flow.code) && model.renewal !== 'asked'
                ? to(triedAgain(model, flow.draft, event))
                : model;
        default:
            return to(onUser(model, flow, event));
    }
}

type UserEvent = Extract<
    FlowEvent,
    {
        type:
            | 'searched'
            | 'askedForApp'
            | 'chose'
            | 'renewalChosen'
            | 'wentBack'
            | 'changed'
            | 'fieldBlurred'
            | 'linkFollowed'
            | 'linkCopied'
            | 'windowReopened'
            | 'continuedHere'
            | 'signInCancelled'
            | 'accountPicked'
            | 'accountSwitched'
            | 'accountKept';
    }
>;

function onUser(model: Model, flow: Flow, event: UserEvent): Flow {
    switch (event.type) {
        case 'searched':
            return flow.state === 'list' ? { state: 'list', query: event.query } : flow;
        case 'askedForApp':
            return flow.state === 'list' && flow.query.trim() !== '' && canAskForApp(model) ? { ...flow, asked: true } : flow;
        case 'chose':
            return flow.state === 'list' && integrationOf(model, event.integration) ? chosen(model, event.integration) : flow;
        case 'renewalChosen':
            return flow.state === 'owned' ? form(draftFor(model, flow.integration, event.connection)) : flow;
        case 'wentBack':
            return wentBack(model, flow, event.query);
        case 'changed':
            return flow.state === 'detail' ? changed(model, flow, event.field, event.value) : flow;
        case 'fieldBlurred':
            return flow.state === 'detail' ? fieldBlurred(model, flow, event.field) : flow;
        case 'linkFollowed':
            return flow.state === 'oauth' && flow.step === 'blocked'
                ? { state: 'oauth', step: 'awaiting', draft: flow.draft, attempt: flow.attempt, window: 'link' }
                : flow;
        case 'linkCopied':
            return flow.state === 'oauth' && flow.step === 'openInBrowser' ? { ...flow, copied: true } : flow;
        case 'windowReopened':
            return reopened(model, flow, event);
        case 'continuedHere':
            return flow.state === 'oauth' ? continuedHere(model, flow, event.windowKey) : flow;
        case 'signInCancelled':
            return flow.state === 'oauth' ||
                flow.state === 'verifying' ||
                flow.state === 'chooseAccount' ||
                flow.state === 'accountMismatch'
                ? form({ ...flow.draft, key: null })
                : flow;
        case 'accountPicked':
            return flow.state === 'chooseAccount' && flow.picked === null ? { ...flow, picked: event.account, banner: null } : flow;
        case 'accountSwitched':
            return flow.state === 'accountMismatch' && flow.asked === 'nothing' ? { ...flow, asked: 'switch', banner: null } : flow;
        case 'accountKept':
            return flow.state === 'accountMismatch' ? accountKept(model, flow) : flow;
    }
}

/** Where Back leads, and what follows a success. */
function wentBack(model: Model, flow: Flow, query = ''): Flow {
    const list = { state: 'list', query } as const;
    if (flow.state === 'success' || flow.state === 'owned') return hasList(model) ? list : flow;
    if (flow.state !== 'detail' && flow.state !== 'failed') return flow;
    const { integration } = flow.draft;
    if (hasOwn(model, integration)) return { state: 'owned', integration };
    return hasList(model) ? list : flow;
}

function reopened(model: Model, flow: Flow, { account, windowKey }: Extract<FlowEvent, { type: 'windowReopened' }>): Flow {
    const reopens =
        (flow.state === 'oauth' && (flow.step === 'maybeClosed' || (flow.step === 'awaiting' && flow.window === 'opened'))) ||
        (flow.state === 'accountMismatch' && flow.asked === 'nothing');
    const integration = reopens ? integrationFor(model, flow.draft) : undefined;
    if (!reopens || !integration) return flow;
    // Typed credentials have no window: other ones are typed into the same form.
    if (!signsInElsewhere(integration)) return refusedForm({ ...flow.draft, key: null }, {}, null);
    // A sandboxed page may open no window at all: neither was the link's one seen.
    const opensNone = flow.state === 'oauth' && flow.step === 'maybeClosed' && flow.unopened && !takesTab(model);
    return relaunching(flow.draft, flow.attempt, opensNone ? 'byHand' : wayOf(model, integration), { windowKey, account });
}

/** Nothing of the connection has changed, so there is nothing to ask before leaving. */
function accountKept(model: Model, flow: Extract<Flow, { state: 'accountMismatch' }>): Flow {
    if (flow.asked === 'switch') return flow;
    // An inline widget stays on the page: the next try begins with an empty form.
    return model.setup.layout === 'inline' ? form(draftFor(model, flow.draft.integration, flow.draft.renews)) : closed(model);
}

function continuedHere(model: Model, flow: OAuth, windowKey: string): Flow {
    if (flow.step === 'blocked') return takesTab(model) ? relaunching(flow.draft, flow.attempt, 'tab') : flow;
    const integration = flow.step === 'openInBrowser' ? integrationFor(model, flow.draft) : undefined;
    if (flow.step !== 'openInBrowser' || !integration) return flow;
    return relaunching(flow.draft, flow.attempt, wayOf(model, integration, true), { windowKey });
}

function closing(model: Model): Flow {
    const { flow } = model;
    if (flow.state === 'confirmLeave') return flow.back;
    if (flow.state === 'accountMismatch' && flow.asked === 'nothing') return accountKept(model, flow);
    return asksToLeave(model, flow) ? { state: 'confirmLeave', back: flow } : closed(model);
}

function asksToLeave(model: Model, flow: Shown): flow is Leavable {
    return recordOf(flow).asksToLeave(flow, () => 'draft' in flow && isDirty(model, flow.draft));
}

function closed(model: Model): Flow {
    const outcome = outcomeOf(model);
    return isUnderWay(underneath(model.flow)) ? { state: 'closed', outcome, isOpen: true } : { state: 'closed', outcome };
}

function outcomeOf({ flow, hasConnected }: Model): Extract<Flow, { state: 'closed' }>['outcome'] {
    if (hasConnected) return 'connected';
    const { state } = underneath(flow);
    return state === 'failed' || state === 'fatal' ? 'failed' : 'cancelled';
}

/**
 * What the server says goes on behind the question whether to leave; when it is over, the question
 * is moot.
 */
function throughLeaveQuestion(flow: Flow, change: (shown: Shown) => Shown): Flow {
    if (flow.state !== 'confirmLeave') return flow.state === 'closed' ? flow : change(flow);
    const next = change(flow.back);
    if (next === flow.back) return flow;
    return keepsLeaveQuestion(next) ? { state: 'confirmLeave', back: next } : next;
}

function keepsLeaveQuestion(flow: Shown): flow is Leavable {
    return recordOf(flow).keepsLeaveQuestion;
}
