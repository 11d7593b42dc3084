import { isIn, type Claims } from '../../stories/claims.ts';
import { gem, modelIn } from '../../stories/samples.ts';
import type { Model } from '../../flow/model.ts';
import type { DisconnectedEvent, DisconnectedState } from './state.ts';

const ended: DisconnectedState = { state: 'disconnected', integration: 'gem', ended: { account: 'Acme Ltd', remainsAt: null } };
const alone = { integrations: [gem], manages_connections: true };

export const stories: Record<string, Model> = {
    disconnected: modelIn(ended, alone),
    'disconnected-remains': modelIn({ ...ended, ended: { ...ended.ended, remainsAt: 'Gem' } }, alone)
};

/** Samples of this screen's events. */
export const events: readonly DisconnectedEvent[] = [{ type: 'renewalChosen', connection: null }];

export const claims: Claims = {
    'disconnected.title': ({ flow }) => 'ended' in flow,
    'disconnected.text': isIn('disconnected'),
    'disconnected.remains': ({ flow }) => 'ended' in flow && flow.ended?.remainsAt !== null
};
