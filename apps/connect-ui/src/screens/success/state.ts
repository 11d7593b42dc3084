import type { Draft } from '../../flow/model.ts';
import { backToList } from '../../flow/back.ts';
import { stateRecord } from '../state-record.ts';

export interface SuccessState {
    state: 'success';
    integration: string;
    mode: Draft['mode'];
    attemptId: string;
    connectionId: string;
    isNew: boolean;
    account: string | null;
    /** Whose the renewed connection was before. */
    was: string | null;
    connectedBefore: boolean;
}

export const success = stateRecord<SuccessState>({
    outlivesSession: true,
    closesWindow: true,
    on: { wentBack: backToList }
});
