import type { Attempt } from '../../flow/model.ts';
import { stateRecord } from '../state-record.ts';

export type BootState =
    /** `token`: the host page was asked for another. */
    | { state: 'boot'; step: 'handshake' | 'session' | 'token' }
    /** How the sign-in ended that this tab has come back from. */
    | { state: 'boot'; step: 'attempt'; attempt: Attempt };

export const boot = stateRecord<BootState>({
    isPolled: () => true,
    isUnderWay: () => false,
    asksToLeave: () => false
});
