import type { AttemptCode, AttemptStatus, clientSteps } from '@patchbay/contracts';

/** The callback had an error in place of a code. */
export const callbackRefused = 'callback_refused';

/** What the server itself does with an attempt, in the order in which it usually happens. */
export type ServerStep =
    | 'created'
    | 'sent_to_provider'
    | 'came_back'
    | 'came_back_elsewhere'
    | typeof callbackRefused
    | 'token_received'
    | 'checking'
    | 'needs_choice'
    | 'account_chosen'
    | 'account_mismatch'
    | 'account_switched'
    | 'awaiting_approval'
    | 'relaunched'
    | 'succeeded'
    | 'denied'
    | 'cancelled'
    | 'expired'
    | `failed:${AttemptCode}`;

export type Step = ServerStep | (typeof clientSteps)[number];

/** One step of an attempt, without personal data and without text of the provider. */
interface TimelineEntry {
    at: string;
    step: Step;
}

/** More are only made by repeating steps. */
export const timelineLimit = 50;
/** Browsers write as often as they like, so they have a limit of their own. */
export const clientStepLimit = 20;

/** In the column's JSON form. */
export function toEntries(steps: readonly Step[], at: Date): string {
    return JSON.stringify(steps.map((step): TimelineEntry => ({ at: at.toISOString(), step })));
}

/** How an attempt that led nowhere ended. */
export function endedAs(code: AttemptCode): { status: Extract<AttemptStatus, 'failed' | 'cancelled' | 'expired'>; step: ServerStep } {
    if (code === 'cancelled') return { status: 'cancelled', step: 'cancelled' };
    if (code === 'timeout') return { status: 'expired', step: 'expired' };
    return { status: 'failed', step: code === 'consent_denied' ? 'denied' : `failed:${code}` };
}
