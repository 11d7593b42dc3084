import { type Claims, type Facts } from '../../stories/claims.ts';
import { detailsOf, managed, modelIn } from '../../stories/samples.ts';
import type { Model } from '../../flow/model.ts';
import type { AccountEvent, AccountState } from './state.ts';

const gemState: AccountState = { state: 'account', integration: 'gem', connection: 'c-1', details: detailsOf('gem') };
const githubState: AccountState = { ...gemState, integration: 'github', details: detailsOf('github') };
const refused = { refused_since: '2026-11-18T09:00:00.000Z' };

export const stories: Record<string, Model> = {
    account: modelIn(githubState, managed('github')),
    'account-key': modelIn({ ...gemState, details: detailsOf('gem', { last_used_at: null }) }, managed('gem')),
    'account-refused': modelIn(gemState, managed('gem', { ...refused, refused_because: 'refused' })),
    'account-revoked': modelIn(githubState, managed('github', { ...refused, refused_because: 'revoked' })),
    'account-expired': modelIn(githubState, managed('github', { ...refused, refused_because: 'expired' })),
    'account-unnamed': modelIn({ ...gemState, details: 'unknown' }, managed('gem', { account_label: null })),
    'account-single': modelIn(gemState, managed('gem', {}, { single_account: true })),
    'account-reading': modelIn({ ...githubState, details: 'wanted' }, managed('github')),
    'account-unread': modelIn({ ...githubState, details: 'unknown' }, managed('github'))
};

/** Samples of this screen's events. */
export const events: readonly AccountEvent[] = [
    { type: 'renewalChosen', connection: null },
    { type: 'renewalChosen', connection: 'c-own' },
    { type: 'detailsChanged', details: 'wanted' },
    { type: 'detailsChanged', details: 'unknown' },
    { type: 'disconnectRequested', name: 'Acme Ltd' }
];

const usedAt = ({ flow }: Facts) => (flow.state === 'account' && typeof flow.details !== 'string' ? flow.details.last_used_at : undefined);

export const claims: Claims = {
    'account.unnamed': 'label',
    'account.since': ({ own }) => own !== 'none',
    'account.used': (facts) => typeof usedAt(facts) === 'string',
    'account.unused': (facts) => usedAt(facts) === null,
    'account.unread': ({ flow }) => flow.state === 'account' && flow.details === 'unknown',
    'account.refused': ({ own }) => own === 'refused',
    'account.reconnect': 'label',
    'account.disconnect': 'label'
};
