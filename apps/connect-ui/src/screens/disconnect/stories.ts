import { isIn, oAuth, typedForm, type Claims } from '../../stories/claims.ts';
import { detailsOf, managed, modelIn } from '../../stories/samples.ts';
import type { Model } from '../../flow/model.ts';
import type { DisconnectEvent, DisconnectState } from './state.ts';

const asked: DisconnectState = {
    state: 'disconnect',
    integration: 'github',
    connection: 'c-1',
    details: detailsOf('github'),
    name: 'octo@example.com',
    sent: false,
    banner: null
};
const askedOfKey: DisconnectState = { ...asked, integration: 'gem', details: detailsOf('gem'), name: 'Acme Ltd' };

export const stories: Record<string, Model> = {
    disconnect: modelIn(asked, managed('github')),
    'disconnect-key': modelIn(askedOfKey, managed('gem')),
    'disconnect-plain': modelIn({ ...askedOfKey, details: 'unknown' }, managed('gem')),
    'disconnect-busy': modelIn({ ...asked, sent: true }, managed('github')),
    'disconnect-failed': modelIn({ ...asked, banner: 'unreachable' }, managed('github'))
};

/** Samples of this screen's events. */
export const events: readonly DisconnectEvent[] = [
    { type: 'disconnectConfirmed' },
    { type: 'disconnectCancelled' },
    { type: 'disconnectFailed', banner: 'unreachable' }
];

export const claims: Claims = {
    'disconnect.title': 'label',
    'disconnect.text': isIn('disconnect'),
    'disconnect.access': isIn('disconnect'),
    'disconnect.revoked': oAuth,
    'disconnect.typed': typedForm,
    'disconnect.kept': isIn('disconnect'),
    'disconnect.keep': 'label',
    'disconnect.busy': ({ flow }) => flow.state === 'disconnect' && flow.sent
};
