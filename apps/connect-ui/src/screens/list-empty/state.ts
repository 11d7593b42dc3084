import { stateRecord } from '../state-record.ts';

/** The session offers nothing to connect. */
export interface ListEmptyState {
    state: 'listEmpty';
}

export const listEmpty = stateRecord<ListEmptyState>({});
