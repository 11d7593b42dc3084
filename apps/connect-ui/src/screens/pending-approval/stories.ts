import { isIn, type Claims } from '../../stories/claims.ts';
import { attempt, draft, gem, github, modelIn } from '../../stories/samples.ts';
import type { Model } from '../../flow/model.ts';

export const stories: Record<string, Model> = {
    'pending-approval': modelIn({
        state: 'pendingApproval',
        draft: draft('github'),
        attempt,
        link: 'https://api.example.com/connect/approval/4f0a4c7f0001'
    }),
    'pending-approval-asking': modelIn({ state: 'pendingApproval', draft: draft('github'), attempt: null, key: 'k', after: 'a-1' }),
    'detail-awaits-approval': modelIn(
        { state: 'detail', draft: draft('github'), errors: {}, banner: null, providerText: null },
        { integrations: [{ ...github, awaits_approval: true }] }
    ),
    'list-awaits-approval': modelIn({ state: 'list', query: '' }, { integrations: [{ ...github, awaits_approval: true }, gem] })
};

export const claims: Claims = {
    'approval.title': ({ flow, info }) =>
        flow.state === 'pendingApproval' || (info?.integrations ?? []).some(({ awaits_approval: waits }) => waits),
    'approval.again': ({ about }) => about?.awaits_approval === true,
    'approval.ask': 'label',
    'approval.text': isIn('pendingApproval')
};
