import { stateRecord } from '../state-record.ts';

/** Why the widget can't go on; `canRetry` says where another try may help. */
export type FatalCode =
    | 'no_token'
    /** The host page could not bring a token. */
    | 'start_failed'
    | 'session_invalid'
    | 'session_expired'
    | 'origin_not_allowed'
    | 'not_offered'
    | 'version'
    | 'unreachable'
    | 'unexpected';

export interface FatalState {
    state: 'fatal';
    code: FatalCode;
}

export const fatal = stateRecord<FatalState>({
    outlivesSession: true,
    closesWindow: true
});
