import { firstScreenOf, refusedForm } from './form.ts';
import { recordOf } from './records.ts';
import { canRenew, canRetry, integrationOf, liveAttempt, ownOf, screenStateOf } from './selectors.ts';
import type { ConnectSession, Draft, Flow, Model } from './model.ts';
import type { FatalCode } from '../screens/fatal/state.ts';
import type { ScreenState } from '../screens/states.gen.ts';
import type { SubmittingState } from '../screens/submitting/state.ts';
import type { PendingApprovalState } from '../screens/pending-approval/state.ts';
import type { OAuthState } from '../screens/oauth/state.ts';

/** Nothing is known of an expired session but that its attempt may still be read. */
const emptySession: ConnectSession = {
    endUser: null,
    connectUISettings: { theme: { light: { primary: '' }, dark: { primary: '' } }, defaultTheme: 'system', showWatermark: false },
    expires_at: new Date(0).toISOString(),
    is_test: false,
    app_name: null,
    appearance: {},
    locale: null,
    privacy_url: null,
    terms_url: null,
    support_url: null,
    support_email: null,
    return_to: null,
    link_expires_at: null,
    requires_confirmation: false,
    success: null,
    manages_connections: false,
    integrations: [],
    connection: null
};

/** The server has said what the session may connect. */
export function loaded(model: Model, info: ConnectSession): Model {
    const { flow, session } = model;
    if (session.status === 'expired') return model;
    const isSame = session.status === 'expiring' && session.info.expires_at === info.expires_at;
    const next: Model = { ...model, session: { status: isSame ? 'expiring' : 'fresh', info: complete(info) }, renewal: 'none' };
    if (flow.state !== 'boot') return isStillOffered(next) ? next : began(next, info);
    const { resume } = model.setup;
    return resume === null || flow.step === 'attempt' ? began(next, info) : resuming(next, resume);
}

/** Whether there still is what the screen is about. An attempt that is running may end. */
function isStillOffered(model: Model): boolean {
    const { flow } = model;
    // What is being disconnected ends with the server's response.
    if (flow.state === 'account' || (flow.state === 'disconnect' && !flow.sent))
        return ownOf(model, flow.integration).some(({ connection_id: id }) => id === flow.connection);
    if (flow.state === 'owned') return ownOf(model, flow.integration).length > 0;
    return flow.state !== 'detail' || integrationOf(model, flow.draft.integration) !== undefined;
}

/** A server of the version before says less. */
function complete(info: ConnectSession): ConnectSession {
    const integrations = info.integrations.map((integration) => ({ ...addedToIntegrations, ...integration }));
    return { ...addedToSessions, ...info, integrations };
}

const addedToSessions = {
    is_test: false,
    privacy_url: null,
    terms_url: null,
    support_url: null,
    support_email: null,
    link_expires_at: null,
    manages_connections: false,
    success: null
};
const addedToIntegrations = {
    connections: [],
    has_more_connections: false,
    is_checked: true,
    logo: null,
    access: [],
    guide: null,
    single_account: false,
    awaits_approval: false
};

/** The first screen. */
function began(model: Model, info: ConnectSession): Model {
    const ids = info.integrations.map(({ id }) => id);
    const wanted = info.connection?.integration_id ?? model.setup.preselect;
    if (wanted !== null && !ids.includes(wanted)) return { ...model, flow: { state: 'fatal', code: 'not_offered' } };
    const at = wanted ?? (ids.length === 1 ? ids[0] : undefined);
    if (at !== undefined) return { ...model, flow: firstScreenOf(model, at) };
    return { ...withoutAutoStart(model), flow: ids.length === 0 ? { state: 'listEmpty' } : { state: 'list', query: '' } };
}

function resuming(model: Model, id: string): Model {
    const attempt = { id, ref: '', updatedAt: new Date(0).toISOString() };
    return { ...withoutAutoStart(model), flow: { state: 'boot', step: 'attempt', attempt } };
}

/**
 * The sign-in that this tab has come back from led nowhere: as if there had been none.
 * @param at the integration that it was for
 */
export function restarted(model: Model, at: string | null): Model {
    const { session, setup } = model;
    const again: Model = { ...model, setup: { ...setup, resume: null, preselect: at ?? setup.preselect } };
    if (session.status === 'fresh' || session.status === 'expiring') return began(again, session.info);
    return expired({ ...again, session: { status: 'unknown' }, flow: { state: 'boot', step: 'session' } });
}

/** What starts by itself does so once: after that, each try is the end user's. */
export function withoutAutoStart(model: Model): Model {
    return model.setup.autoStart ? { ...model, setup: { ...model.setup, autoStart: false } } : model;
}

/** The server has refused the session because its time is up. */
export function expired(model: Model): Model {
    const { session, setup, renewal, flow } = model;
    if (session.status === 'expired' || renewal === 'asked') return model;
    if (session.status !== 'unknown') return { ...model, session: { ...session, status: 'expired' } };
    // A sign-in that was begun in time has been finished too.
    if (setup.resume !== null && flow.state === 'boot' && renewal === 'none') {
        // Of a page of its own, whether its link asks for confirmation is not known either: going
        // back is right in both cases.
        return resuming(
            { ...model, session: { status: 'expired', info: { ...emptySession, requires_confirmation: setup.layout === 'page' } } },
            setup.resume
        );
    }
    return canRenew(model) ? { ...model, renewal: 'asked' } : { ...model, flow: timedOut };
}

/**
 * Whether a new token may take the place of the old one: a running attempt belongs to the old
 * session, and has to be finished with it.
 */
export function acceptsToken({ flow }: Model): boolean {
    return !liveAttempt(flow) && !isBeingSent(screenStateOf(flow));
}

/** Begins anew, with the token there is or, where that was the trouble, another. */
export function retried(model: Model, code: FatalCode): Model {
    if (!canRetry(model, code)) return model;
    if (code === 'unreachable') return { ...model, flow: { state: 'boot', step: 'session' } };
    return { ...model, session: { status: 'unknown' }, renewal: 'asked', flow: { state: 'boot', step: 'token' } };
}

export function renewed(model: Model): Model {
    const { session, flow } = model;
    if (!acceptsToken(model)) return model;
    const next: Model = { ...model, renewal: 'given', tokens: model.tokens + 1 };
    const awaitsToken = flow.state === 'fatal' ? fixedByNewToken.has(flow.code) : flow.state === 'boot' && flow.step === 'token';
    if (awaitsToken) return { ...next, session: { status: 'unknown' }, flow: { state: 'boot', step: 'session' } };
    return session.status === 'unknown' ? next : { ...next, session: { ...session, status: 'fresh' } };
}

export function notRenewed(model: Model): Model {
    const { flow } = model;
    if (model.renewal !== 'asked') return model;
    if (flow.state === 'boot' && flow.step === 'token') return { ...model, renewal: 'none', flow: startFailed };
    return { ...model, renewal: 'failed', flow: model.session.status === 'unknown' ? timedOut : model.flow };
}

const timedOut: Flow = { state: 'fatal', code: 'session_expired' };
const startFailed: Flow = { state: 'fatal', code: 'start_failed' };
/** What another token from the host page puts right. */
const fixedByNewToken: ReadonlySet<FatalCode> = new Set(['session_expired', 'session_invalid', 'start_failed']);

/**
 * With an expired session only a running attempt may still be finished: everything else waits for a
 * new one, or would fail at the next click.
 */
export function endWithSession(model: Model): Model {
    const { flow, session, renewal } = model;
    if (session.status !== 'expired' || liveAttempt(flow)) return model;
    if (recordOf(screenStateOf(flow)).outlivesSession) return model;
    if (renewal !== 'asked' && !canRenew(model)) return { ...model, flow: timedOut };
    const held = unsentFormOf(flow);
    return renewal === 'asked' && held === flow ? model : { ...model, renewal: 'asked', flow: held };
}

/**
 * What was sent to an expired session goes back to its form: a secret is never sent a second time
 * unseen.
 */
function unsentFormOf(flow: Flow): Flow {
    if (flow.state === 'confirmLeave') return isBeingSent(flow.back) ? { state: 'confirmLeave', back: renewedForm(flow.back.draft) } : flow;
    return isBeingSent(flow) ? renewedForm(flow.draft) : flow;
}

function isBeingSent(flow: ScreenState): flow is SubmittingState | OAuthState | PendingApprovalState {
    return flow.state === 'submitting' || ((flow.state === 'oauth' || flow.state === 'pendingApproval') && flow.attempt === null);
}

function renewedForm(draft: Draft) {
    return refusedForm({ ...draft, key: null }, {}, 'session_renewed');
}
