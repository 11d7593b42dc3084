import type { Claims } from '../../stories/claims.ts';
import { modelIn } from '../../stories/samples.ts';
import type { Model } from '../../flow/model.ts';

export const stories: Record<string, Model> = {
    'list-empty': modelIn({ state: 'listEmpty' }, { integrations: [] })
};

export const claims: Claims = {
    'list.empty.title': ({ info }) => info?.integrations.length === 0,
    'list.empty.text': ({ info }) => info?.integrations.length === 0
};
