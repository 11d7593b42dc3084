import type { Claims } from '../../stories/claims.ts';
import { attempt, draft, modelIn } from '../../stories/samples.ts';
import type { Model } from '../../flow/model.ts';
import type { ChooseAccountEvent } from './state.ts';

export const stories: Record<string, Model> = {
    'choose-account': modelIn({
        state: 'chooseAccount',
        draft: draft('xero'),
        attempt,
        options: [
            { id: '1', label: 'Northwind Traders Ltd' },
            { id: '2', label: 'Northwind Holdings GmbH' }
        ],
        picked: null,
        banner: null
    }),
    'choose-account-many': modelIn({
        state: 'chooseAccount',
        draft: draft('xero'),
        attempt,
        options: Array.from({ length: 14 }, (_, index) => ({ id: `t-${index}`, label: `Northwind Traders ${index + 1} Ltd` })),
        picked: null,
        banner: null
    })
};

/** Samples of this screen's events. */
export const events: readonly ChooseAccountEvent[] = [{ type: 'accountPicked', account: 't-1' }];

export const claims: Claims = {
    'choose.text': ({ flow }) => flow.state === 'chooseAccount' && flow.options.length > 1,
    'choose.none': () => false,
    'choose.title': 'label',
    'choose.search': 'label'
};
