import type { Claims } from '../../stories/claims.ts';
import { attempt, draft, modelIn } from '../../stories/samples.ts';
import type { Model } from '../../flow/model.ts';

export const stories: Record<string, Model> = {
    verifying: modelIn({ state: 'verifying', draft: draft('github'), attempt, slow: false }),
    'verifying-slow': modelIn({ state: 'verifying', draft: draft('github'), attempt, slow: true })
};

// Its texts are those of `submitting`.
export const claims: Claims = {};
