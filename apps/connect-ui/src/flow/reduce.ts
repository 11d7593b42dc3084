import { signsInElsewhere } from '../fields/field-rules.ts';
import { changed, form, left, refusedForm, submitted, triedAgain } from './form.ts';
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
    isUnderWay,
    takesTab,
    underneath,
    wayOf,
    type Flow,
    type FlowEvent,
    type Leavable,
    type Model,
    type OAuth,
    type Shown
} from './state.ts';

/**
 * The whole widget as one pure function: what happened in, what is shown out. Effects are derived from the state it returns (`effects/`).
 * An event that makes no sense in the current state changes nothing.
 */
export function reduce(model: Model, event: FlowEvent): Model {
    const stepped = endWithSession(step(model, event));
    const next = stepped.flow.s === 'success' && !stepped.hasConnected ? { ...stepped, hasConnected: true } : stepped;
    return isBlocked(next.flow) && !isBlocked(model.flow) ? { ...next, stoppedWindows: next.stoppedWindows + 1 } : next;
}

function isBlocked(flow: Flow): boolean {
    return flow.s === 'oauth' && flow.step === 'blocked';
}

function step(model: Model, event: FlowEvent): Model {
    const { flow } = model;
    const to = (next: Flow): Model => (next === flow ? model : { ...model, flow: next });
    if (flow.s === 'closed') return model;
    switch (event.type) {
        case 'wentOffline':
            return model.network === 'offline' ? model : { ...model, network: 'offline' };
        case 'wentOnline':
            return model.network === 'online' ? model : { ...model, network: 'online' };
        case 'opened':
            return flow.s === 'boot' && flow.step === 'handshake'
                ? { ...model, setup: event.setup, flow: { s: 'boot', step: 'session' } }
                : model;
        case 'sessionLoaded':
            return loaded(model, event.info);
        case 'sessionExpiring':
            return model.session.is === 'fresh' ? { ...model, session: { ...model.session, is: 'expiring' } } : model;
        case 'sessionExpired':
            return expired(model);
        case 'timeWanted':
            return model.session.is === 'expiring' && canRenew(model) ? { ...model, renewal: 'asked' } : model;
        case 'sessionRenewed':
            return renewed(model);
        case 'renewalFailed':
            return notRenewed(model);
        case 'returnRefused':
            // Windows still work.
            return { ...model, setup: { ...model.setup, returnTo: null } };
        case 'resumeFailed':
            return flow.s === 'boot' && flow.step === 'attempt' ? begunAnew(model, null) : model;
        case 'refused':
            return to({ s: 'fatal', code: event.code, ref: null });
        case 'crashed':
            return to({ s: 'fatal', code: 'unexpected', ref: event.ref });
        case 'hostClosed':
            return to(closed(model));
        case 'bootRetried':
            return flow.s === 'fatal' ? retried(model, flow.code) : model;
        case 'closeRequested':
            return to(closing(model));
        case 'stayed':
            return flow.s === 'confirmLeave' ? to(flow.back) : model;
        case 'leftAnyway':
            return flow.s === 'confirmLeave' ? to(closed(model)) : model;
        case 'attemptSeen':
            if (flow.s === 'boot' && flow.step === 'attempt' && flow.attempt.id === event.view.attempt_id && isWaiting(event.view))
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
            const isReady = flow.s === 'detail' && model.network === 'online' && model.renewal !== 'asked';
            return isReady ? { ...withoutAutoStart(model), flow: submitted(model, flow, event) } : model;
        }
        case 'triedAgain':
            return flow.s === 'failed' && canTryAgain(flow.code) && model.renewal !== 'asked'
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
            | 'left'
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
            return flow.s === 'list' ? { s: 'list', query: event.query } : flow;
        case 'askedForApp':
            return flow.s === 'list' && flow.query.trim() !== '' && canAskForApp(model) ? { ...flow, asked: true } : flow;
        case 'chose':
            return flow.s === 'list' && integrationOf(model, event.integration) ? chosen(model, event.integration) : flow;
        case 'renewalChosen':
            return flow.s === 'owned' ? form(draftFor(model, flow.integration, event.connection)) : flow;
        case 'wentBack':
            return wentBack(model, flow, event.query);
        case 'changed':
            return flow.s === 'detail' ? changed(model, flow, event.field, event.value) : flow;
        case 'left':
            return flow.s === 'detail' ? left(model, flow, event.field) : flow;
        case 'linkFollowed':
            return flow.s === 'oauth' && flow.step === 'blocked'
                ? { s: 'oauth', step: 'awaiting', draft: flow.draft, attempt: flow.attempt, window: 'link' }
                : flow;
        case 'linkCopied':
            return flow.s === 'oauth' && flow.step === 'openInBrowser' ? { ...flow, copied: true } : flow;
        case 'windowReopened':
            return reopened(model, flow, event);
        case 'continuedHere':
            return flow.s === 'oauth' ? continuedHere(model, flow, event.windowKey) : flow;
        case 'signInCancelled':
            return flow.s === 'oauth' || flow.s === 'verifying' || flow.s === 'chooseAccount' || flow.s === 'accountMismatch'
                ? form({ ...flow.draft, key: null })
                : flow;
        case 'accountPicked':
            return flow.s === 'chooseAccount' && flow.picked === null ? { ...flow, picked: event.account, banner: null } : flow;
        case 'accountSwitched':
            return flow.s === 'accountMismatch' && flow.asked === 'nothing' ? { ...flow, asked: 'switch', banner: null } : flow;
        case 'accountKept':
            return flow.s === 'accountMismatch' ? accountKept(model, flow) : flow;
    }
}

/** Where Back leads, and what follows a success. */
function wentBack(model: Model, flow: Flow, query = ''): Flow {
    const list = { s: 'list', query } as const;
    if (flow.s === 'success' || flow.s === 'owned') return hasList(model) ? list : flow;
    if (flow.s !== 'detail' && flow.s !== 'failed') return flow;
    const { integration } = flow.draft;
    if (hasOwn(model, integration)) return { s: 'owned', integration };
    return hasList(model) ? list : flow;
}

function reopened(model: Model, flow: Flow, { account, windowKey }: Extract<FlowEvent, { type: 'windowReopened' }>): Flow {
    const reopens =
        (flow.s === 'oauth' && (flow.step === 'maybeClosed' || (flow.step === 'awaiting' && flow.window === 'opened'))) ||
        (flow.s === 'accountMismatch' && flow.asked === 'nothing');
    const integration = reopens ? integrationFor(model, flow.draft) : undefined;
    if (!reopens || !integration) return flow;
    // Typed credentials have no window: other ones are typed into the same form.
    if (!signsInElsewhere(integration)) return refusedForm({ ...flow.draft, key: null }, {}, null);
    // A sandboxed page may open no window at all: neither was the link's one seen.
    const opensNone = flow.s === 'oauth' && flow.step === 'maybeClosed' && flow.unopened && !takesTab(model);
    return relaunching(flow.draft, flow.attempt, opensNone ? 'byHand' : wayOf(model, integration), { windowKey, account });
}

/** Nothing of the connection has changed, so there is nothing to ask before leaving. */
function accountKept(model: Model, flow: Extract<Flow, { s: 'accountMismatch' }>): Flow {
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
    switch (flow.s) {
        case 'confirmLeave':
            return flow.back;
        case 'submitting':
        case 'verifying':
        case 'chooseAccount':
            return { s: 'confirmLeave', back: flow };
        case 'accountMismatch':
            return flow.asked === 'switch' ? { s: 'confirmLeave', back: flow } : accountKept(model, flow);
        case 'detail':
        case 'failed':
            return isDirty(model, flow.draft) ? { s: 'confirmLeave', back: flow } : closed(model);
        default:
            return closed(model);
    }
}

function closed(model: Model): Flow {
    const outcome = outcomeOf(model);
    return isUnderWay(underneath(model.flow)) ? { s: 'closed', outcome, isOpen: true } : { s: 'closed', outcome };
}

function outcomeOf({ flow, hasConnected }: Model): Extract<Flow, { s: 'closed' }>['outcome'] {
    if (hasConnected) return 'connected';
    const { s } = underneath(flow);
    return s === 'failed' || s === 'fatal' ? 'failed' : 'cancelled';
}

/** What the server says goes on behind the question whether to leave; when it is over, the question is moot. */
function throughLeaveQuestion(flow: Flow, change: (shown: Shown) => Shown): Flow {
    if (flow.s !== 'confirmLeave') return flow.s === 'closed' ? flow : change(flow);
    const next = change(flow.back);
    if (next === flow.back) return flow;
    return isLeavable(next) && next.s !== 'failed' && next.s !== 'detail' ? { s: 'confirmLeave', back: next } : next;
}

function isLeavable(flow: Shown): flow is Leavable {
    return !['closed', 'boot', 'fatal', 'list', 'listEmpty', 'owned', 'success'].includes(flow.s);
}
