import { isIn, type Claims } from '../../stories/claims.ts';
import { everyIntegration, gem, github, linkExpiry, modelIn, modelOf, noor, onPage, zendesk } from '../../stories/samples.ts';
import { booting, type Model } from '../../flow/model.ts';
import type { ListEvent, ListState } from './state.ts';

const embedded = { ...booting.setup, origin: 'https://app.example.com', takesRequests: true };
const listed = (over: Partial<ListState>): Model => ({
    ...modelOf(gem, { integrations: everyIntegration }, () => ({ state: 'list', query: '', ...over })),
    setup: embedded
});

export const stories: Record<string, Model> = {
    list: modelIn({ state: 'list', query: '' }),
    'list-test-mode': modelIn({ state: 'list', query: '' }, { is_test: true }),
    'list-short': modelIn({ state: 'list', query: '' }, { integrations: [gem, github, zendesk], app_name: null }),
    'list-link': onPage(modelIn({ state: 'list', query: '' }, { link_expires_at: linkExpiry, endUser: noor })),
    'list-link-nobodys': onPage(modelIn({ state: 'list', query: '' }, { link_expires_at: linkExpiry, app_name: null })),
    'list-no-match': modelIn({ state: 'list', query: 'zzz' }),
    'list-connected': {
        ...modelOf(
            gem,
            {
                integrations: everyIntegration.map((each, index) => ({
                    ...each,
                    is_connected: index % 3 === 0,
                    categories: ['Customer support', 'Communication']
                }))
            },
            () => ({ state: 'list', query: '' })
        ),
        setup: embedded
    },
    'list-many': modelIn(
        { state: 'list', query: '' },
        {
            integrations: Array.from({ length: 40 }, (_, index) => ({
                ...(everyIntegration[index % everyIntegration.length] ?? gem),
                id: `app-${index}`,
                display_name: `App ${index + 1}`,
                categories: [['Recruiting', 'Accounting', 'CRM'][index % 3] ?? ''],
                is_popular: index < 3
            }))
        }
    ),
    'list-ended': modelIn({ state: 'list', query: '', ended: { account: 'Acme Ltd', remainsAt: null } }, { manages_connections: true }),
    'list-ended-remains': modelIn(
        { state: 'list', query: '', ended: { account: 'octo@example.com', remainsAt: 'GitHub' } },
        { manages_connections: true }
    ),
    'list-ask': listed({ query: 'Google Kalender' }),
    'list-asked': listed({ query: 'Google Kalender', asked: true })
};

/** Samples of this screen's events. */
export const events: readonly ListEvent[] = [
    { type: 'searched', query: 'g' },
    { type: 'appRequested' },
    { type: 'integrationChosen', integration: 'gem' },
    { type: 'integrationChosen', integration: 'github' },
    { type: 'integrationChosen', integration: 'zendesk' },
    { type: 'integrationChosen', integration: 'open-data' }
];

export const claims: Claims = {
    'list.sub': isIn('list'),
    'link.asks': ({ info }) => info?.link_expires_at !== null && info?.endUser === null,
    'link.asksFor': ({ info }) => info?.link_expires_at !== null && info?.endUser !== null,
    'link.until': ({ info }) => info?.link_expires_at !== null,
    'list.count': isIn('list'),
    'list.none': isIn('list'),
    'list.ask': ({ listens, layout }) => listens && layout !== 'page',
    'list.asked': ({ listens, layout }) => listens && layout !== 'page',
    'list.connected': ({ info, own }) => own !== 'refused' && (info?.integrations ?? []).some(({ is_connected: is }) => is),
    'list.refused': ({ own }) => own === 'refused',
    'list.title': 'label',
    'list.search': 'label',
    'list.clearSearch': 'label'
};
