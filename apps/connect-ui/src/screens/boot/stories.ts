import type { Claims } from '../../stories/claims.ts';
import { booting, type Model } from '../../flow/model.ts';

export const stories: Record<string, Model> = {
    boot: { ...booting, flow: { state: 'boot', step: 'session' } }
};

export const claims: Claims = {
    'boot.slow': () => false,
    'boot.loading': 'label'
};
