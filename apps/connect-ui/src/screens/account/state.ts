import type { listOwnConnections, SuccessOut } from '@patchbay/contracts/browser';
import { backFromAccount } from '../../flow/back.ts';
import { renewal } from '../../flow/form.ts';
import { stateRecord } from '../state-record.ts';

/** What the session does not say of a connection. */
export type Details = SuccessOut<NonNullable<(typeof listOwnConnections)['endpoint']>>['data'][number];

/** One connection of the end user's own. */
export interface AccountState {
    state: 'account';
    integration: string;
    connection: string;
    /** `wanted`: they are being fetched. `unknown`: they have not come. */
    details: Details | 'wanted' | 'unknown';
}

export type AccountEvent =
    /** null: another account. */
    | { type: 'renewalChosen'; connection: string | null }
    | { type: 'detailsChanged'; details: AccountState['details'] }
    /** `name`: whose account it is, or else of which app. */
    | { type: 'disconnectRequested'; name: string };

export const account = stateRecord<AccountState, AccountEvent>({
    warnsOfExpiry: true,
    hostEvent: () => 'connection_viewed',
    on: {
        renewalChosen: renewal,
        detailsChanged: (flow, { details }) => ({ ...flow, details }),
        disconnectRequested: (flow, { name }) => ({ ...flow, state: 'disconnect', name, sent: false, banner: null }),
        wentBack: backFromAccount
    }
});
