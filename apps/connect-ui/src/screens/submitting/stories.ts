import { unchecked, isIn, type Claims } from '../../stories/claims.ts';
import { filled, modelIn, modelOf, pem, vault } from '../../stories/samples.ts';
import { draftFor } from '../../flow/selectors.ts';
import type { Model } from '../../flow/model.ts';

export const stories: Record<string, Model> = {
    submitting: modelIn({ state: 'submitting', draft: filled, key: 'k', slow: false }),
    'submitting-slow': modelIn({ state: 'submitting', draft: filled, key: 'k', slow: true }),
    'form-busy': modelOf(vault, {}, (model) => ({
        state: 'submitting',
        draft: { ...draftFor(model, 'vault'), values: { 'credentials.keyId': 'k-2041', 'credentials.apiKey': pem } },
        key: 'k',
        slow: false
    }))
};

export const claims: Claims = {
    'busy.check': (facts) => isIn('submitting', 'verifying')(facts) && !unchecked(facts),
    'busy.saving': unchecked,
    'busy.slow': ({ flow, ...facts }) => 'slow' in flow && flow.slow && !unchecked({ flow, ...facts })
};
