import { backToList } from '../../flow/back.ts';
import { form } from '../../flow/form.ts';
import { draftFor } from '../../flow/selectors.ts';
import { stateRecord } from '../state-record.ts';

/** The integration is connected already: renew one of its connections, or add another. */
export interface OwnedState {
    state: 'owned';
    integration: string;
}

export type OwnedEvent =
    /** null: another account. */
    { type: 'renewalChosen'; connection: string | null };

export const owned = stateRecord<OwnedState, OwnedEvent>({
    on: {
        renewalChosen: ({ integration }, { connection }, model) => form(draftFor(model, integration, connection)),
        wentBack: backToList
    }
});
