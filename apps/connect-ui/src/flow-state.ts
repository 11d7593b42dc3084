import type { AttemptCode, AttemptView, ConnectableIntegration, getConnectSession, SuccessOut } from '@patchbay/contracts/browser';
import type { Outcome } from '@patchbay/contracts/widget-message';
import type { FieldErrors, FieldNotice, Values } from './field-rules.ts';

/** What the session may connect, as the server answered it. */
export type ConnectSession = SuccessOut<NonNullable<(typeof getConnectSession)['endpoint']>>['data'];
export type AccountOption = NonNullable<AttemptView['options']>[number];

/** No way on from here: only an unreachable server is worth another try. */
export type FatalCode =
    | 'no_token'
    | 'session_invalid'
    | 'session_expired'
    | 'origin_not_allowed'
    | 'version'
    | 'unreachable'
    | 'unexpected';
/** What a form says above its fields. */
export type Banner = 'credentials_rejected' | 'validation' | 'unreachable' | 'unexpected';

/** What the end user typed for one integration. Secrets live here and nowhere else in the state. */
export interface Draft {
    integration: string;
    mode: 'create' | 'reconnect';
    values: Values;
    /** Keys of the fields left once: from then on they are checked at each change. */
    touched: readonly string[];
    notices: Readonly<Record<string, FieldNotice>>;
    /** Idempotency key of the last try with exactly these values, as long as it is unknown whether the server saw it. */
    key: string | null;
    failures: number;
    /** Counts the refused submits, so that each moves the focus to what has to be mended. */
    round: number;
}

/** The server's row about one try. */
export interface Attempt {
    id: string;
    /** For support, for example `C-7F3K2`. */
    ref: string;
    /** ISO 8601; an answer older than this one is ignored. */
    updatedAt: string;
}

/** Whether the sign-in's window is there to be sent on, or the browser stopped it. */
export type WindowOutcome = 'opened' | 'blocked';

export type Flow =
    | { s: 'boot'; step: 'handshake' }
    | { s: 'boot'; step: 'session'; preselect: string | null }
    | { s: 'fatal'; code: FatalCode; ref: string | null }
    | { s: 'list'; query: string }
    | { s: 'listEmpty' }
    | { s: 'detail'; draft: Draft; errors: FieldErrors; banner: Banner | null }
    | { s: 'submitting'; draft: Draft; key: string }
    | { s: 'oauth'; step: 'launching'; draft: Draft; key: string; attempt: Attempt | null; account: 'any' | 'other' }
    | { s: 'oauth'; step: 'blocked'; draft: Draft; attempt: Attempt; launchUrl: string }
    /** `followed`: opened by the link, so there is no handle that could tell whether it is still open. */
    | { s: 'oauth'; step: 'awaiting'; draft: Draft; attempt: Attempt; window: 'opened' | 'followed' }
    | { s: 'oauth'; step: 'maybeClosed'; draft: Draft; attempt: Attempt }
    | { s: 'verifying'; draft: Draft; attempt: Attempt }
    | {
          s: 'chooseAccount';
          draft: Draft;
          attempt: Attempt;
          options: readonly AccountOption[];
          picked: string | null;
          banner: Banner | null;
      }
    | {
          s: 'accountMismatch';
          draft: Draft;
          attempt: Attempt;
          was: string | null;
          now: string | null;
          asked: 'nothing' | 'switch';
          banner: Banner | null;
      }
    | {
          s: 'success';
          integration: string;
          mode: Draft['mode'];
          attempt: string;
          connectionId: string;
          isNew: boolean;
          account: string | null;
      }
    | { s: 'failed'; draft: Draft; code: AttemptCode; ref: string; providerText: string | null }
    | { s: 'confirmLeave'; back: Leavable }
    | { s: 'closed'; outcome: Outcome };

/** States that something would be lost by leaving. */
export type Leavable = Exclude<Flow, { s: 'confirmLeave' | 'closed' | 'boot' | 'fatal' | 'list' | 'listEmpty' | 'success' }>;
/** Ends that are not a connection. */
export type Ended = Extract<Flow, { s: 'failed' | 'fatal' }>;
export type OAuth = Extract<Flow, { s: 'oauth' }>;

/** The three regions of the machine; `flow` alone decides the screen. */
export interface Model {
    flow: Flow;
    session: { is: 'unknown' } | { is: 'fresh' | 'expired'; info: ConnectSession };
    network: 'online' | 'offline';
}

export type FlowEvent =
    | { type: 'opened'; preselect: string | null }
    | { type: 'refused'; code: FatalCode }
    | { type: 'sessionLoaded'; info: ConnectSession }
    | { type: 'sessionExpired' }
    | { type: 'bootRetried' }
    | { type: 'searched'; query: string }
    | { type: 'chose'; integration: string }
    | { type: 'wentBack' }
    | { type: 'changed'; field: string; value: string }
    | { type: 'left'; field: string }
    /** `newKey` becomes the idempotency key unless exactly these values are on their way already. */
    | { type: 'submitted'; newKey: string }
    | { type: 'attemptNotMade'; key: string; banner: Banner; errors: FieldErrors }
    | { type: 'attemptMade'; key: string; view: AttemptView; window: WindowOutcome }
    | { type: 'relaunched'; view: AttemptView; window: WindowOutcome }
    | { type: 'attemptSeen'; view: AttemptView }
    /** A step of this attempt got no answer from the server. */
    | { type: 'stepFailed'; attempt: string; banner: Banner }
    | { type: 'windowLost'; attempt: string }
    | { type: 'linkFollowed' }
    | { type: 'windowReopened'; account: 'any' | 'other' }
    | { type: 'signInCancelled' }
    | { type: 'accountPicked'; account: string }
    | { type: 'accountSwitched' }
    | { type: 'triedAgain'; newKey: string }
    | { type: 'closeRequested' }
    | { type: 'stayed' }
    | { type: 'leftAnyway' }
    | { type: 'hostClosed' }
    | { type: 'wentOffline' }
    | { type: 'wentOnline' }
    | { type: 'crashed'; ref: string };

export const booting: Model = { flow: { s: 'boot', step: 'handshake' }, session: { is: 'unknown' }, network: 'online' };

/** The state that decides what is shown and polled: behind the question whether to leave, the one left. */
export function underneath(flow: Flow): Exclude<Flow, { s: 'confirmLeave' }> {
    return flow.s === 'confirmLeave' ? flow.back : flow;
}

/** The attempt that is running, if any: at most one. */
export function liveAttempt(flow: Flow): Attempt | null {
    const shown = underneath(flow);
    switch (shown.s) {
        case 'oauth':
        case 'verifying':
        case 'chooseAccount':
        case 'accountMismatch':
            return shown.attempt;
        default:
            return null;
    }
}

export function integrationOf(model: Model, id: string): ConnectableIntegration | undefined {
    return model.session.is === 'unknown' ? undefined : model.session.info.integrations.find((integration) => integration.id === id);
}

/** Whether Back leads to a list. */
export function hasList(model: Model): boolean {
    return model.session.is !== 'unknown' && model.session.info.connection === null && model.session.info.integrations.length > 1;
}

/** Whether the end user typed anything that leaving would lose. */
export function isDirty(model: Model, draft: Draft): boolean {
    const untouched = draftFor(model, draft.integration).values;
    return Object.entries(draft.values).some(([key, value]) => value !== (untouched[key] ?? ''));
}

/** A form as it is first shown. What a renewed connection has already is not asked again. */
export function draftFor(model: Model, id: string): Draft {
    const connection = model.session.is === 'unknown' ? null : model.session.info.connection;
    const values: Record<string, string> = {};
    for (const { target, name, default_value: byDefault } of integrationOf(model, id)?.fields ?? []) {
        if (byDefault !== null) values[`${target}.${name}`] = byDefault;
    }
    return {
        integration: id,
        mode: connection === null ? 'create' : 'reconnect',
        values,
        touched: [],
        notices: {},
        key: null,
        failures: 0,
        round: 0
    };
}
