import type { AttemptView } from '@patchbay/contracts/browser';
import type { FieldErrors } from '../fields/field-rules.ts';
import type { Banner, ConnectSession, Setup } from './model.ts';
import type { OwnEvent } from '../screens/states.gen.ts';
import type { Ended } from '../screens/disconnected/state.ts';
import type { FatalCode } from '../screens/fatal/state.ts';
import type { WindowOutcome } from '../screens/oauth/state.ts';

/** What end users do on more than one screen. */
export type SharedEvent =
    /** `query`: what the list was searched for before. */
    | { type: 'wentBack'; query?: string }
    | { type: 'windowReopened'; account: 'any' | 'other'; windowKey: string }
    | { type: 'signInCancelled' }
    /** The end user says that an admin has to approve first. */
    | { type: 'approvalAsked'; newKey: string };

/** What end users do; the records of the states handle it. */
export type ScreenEvent = SharedEvent | OwnEvent;

export type FlowEvent =
    | ScreenEvent
    | { type: 'opened'; setup: Setup }
    | { type: 'refused'; code: FatalCode }
    | { type: 'sessionLoaded'; info: ConnectSession }
    | { type: 'sessionExpiring' }
    | { type: 'sessionExpired' }
    /** The end user wants more time than the session has left. */
    | { type: 'moreTimeRequested' }
    | { type: 'sessionRenewed' }
    | { type: 'renewalFailed' }
    | { type: 'bootRetried' }
    /** The server knows nothing of the attempt that this tab was to come back from. */
    | { type: 'resumeFailed' }
    /**
     * `newKey` becomes the idempotency key unless exactly these values are on their way already.
     */
    | { type: 'submitted'; newKey: string; windowKey: string }
    /** The server does not let sign-ins come back to where the host wants them. */
    | { type: 'returnRefused' }
    | { type: 'attemptNotCreated'; key: string; banner: Banner; errors: FieldErrors }
    | { type: 'attemptCreated'; key: string; view: AttemptView; window: WindowOutcome }
    | { type: 'relaunched'; view: AttemptView; window: WindowOutcome }
    | { type: 'attemptSeen'; view: AttemptView }
    /** A step of this attempt got no response from the server. */
    | { type: 'stepFailed'; attempt: string; banner: Banner }
    /** The work on this attempt takes longer than people expect. */
    | { type: 'slow' }
    /** It took so long that the attempt was given up; `view` is how that ended. */
    | { type: 'tookTooLong'; view: AttemptView }
    /** The server has it no more. */
    | { type: 'disconnected'; integration: string; connection: string; ended: Ended }
    /** A window that can't be seen has not reached the server either. */
    | { type: 'windowUnseen'; attempt: string }
    | { type: 'windowLost'; attempt: string }
    /** The connection stays with the account that it has. */
    | { type: 'accountKept' }
    | { type: 'triedAgain'; newKey: string; windowKey: string }
    | { type: 'closeRequested' }
    | { type: 'leaveCancelled' }
    | { type: 'leaveConfirmed' }
    | { type: 'hostClosed' }
    | { type: 'wentOffline' }
    | { type: 'wentOnline' };
