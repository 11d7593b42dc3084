import { isIn, type Claims } from '../../stories/claims.ts';
import { modelIn } from '../../stories/samples.ts';
import type { Model } from '../../flow/model.ts';

export const stories: Record<string, Model> = {
    closed: modelIn({ state: 'closed', outcome: 'connected' })
};

export const claims: Claims = {
    'closed.title': (facts) => isIn('closed')(facts) && facts.layout !== 'inline',
    'closed.connected': ({ flow, confirms }) => flow.state === 'closed' && flow.outcome === 'connected' && !confirms,
    'closed.cancelled': ({ flow }) => flow.state === 'closed' && flow.outcome === 'cancelled' && !flow.isOpen,
    'closed.failed': ({ flow }) => flow.state === 'closed' && flow.outcome === 'failed',
    'closed.open': ({ flow }) => flow.state === 'closed' && flow.outcome !== 'connected' && flow.isOpen === true
};
