import type { ConnectableIntegration } from '@patchbay/contracts/browser';
import type { Claims } from '../../stories/claims.ts';
import { everyIntegration, gem, modelIn } from '../../stories/samples.ts';
import type { ConnectSession, Model } from '../../flow/model.ts';
import type { Ended } from '../disconnected/state.ts';
import type { OwnedEvent } from './state.ts';

/** Gem is connected already, twice. @param refusedSince of the first of its connections */
function owns(
    refusedSince: string | null,
    over: Partial<ConnectableIntegration> = {},
    session: Partial<ConnectSession> = {},
    ended?: Ended
): Model {
    const own = {
        connected_at: '2026-03-03T09:00:00.000Z',
        refused_because: null,
        connection_config: {},
        config_fields: [],
        fields: gem.fields
    };
    const connections = [
        { ...own, connection_id: 'c-1', account_label: 'Acme Ltd', refused_since: refusedSince },
        { ...own, connection_id: 'c-2', account_label: 'Globex', refused_since: null }
    ];
    const integrations = everyIntegration.map((each) => (each.id === 'gem' ? { ...each, is_connected: true, connections, ...over } : each));
    return modelIn({ state: 'owned', integration: 'gem', ...(ended && { ended }) }, { integrations, ...session });
}

export const stories: Record<string, Model> = {
    owned: owns(null),
    'owned-refused': owns('2026-11-18T09:00:00.000Z'),
    'owned-single': owns(null, { single_account: true }),
    'owned-managed': owns('2026-11-18T09:00:00.000Z', {}, { manages_connections: true }),
    'owned-more': owns(null, { has_more_connections: true }, { manages_connections: true }),
    'owned-ended': owns(null, {}, { manages_connections: true }, { account: 'Initech', remainsAt: null })
};

/** Samples of this screen's events. */
export const events: readonly OwnedEvent[] = [
    { type: 'renewalChosen', connection: null },
    { type: 'renewalChosen', connection: 'c-own' },
    { type: 'accountOpened', connection: 'c-own' }
];

export const claims: Claims = {
    'owned.title': ({ own }) => own !== 'none',
    'owned.text': ({ own, info, about }) => own !== 'none' && !info?.manages_connections && !about?.single_account,
    'owned.single': ({ own, about }) => own !== 'none' && about?.single_account === true,
    'owned.manage': ({ own, info }) => own !== 'none' && info?.manages_connections === true,
    'owned.more': ({ about }) => about?.has_more_connections === true,
    'owned.since': ({ own }) => own !== 'none',
    'owned.reconnect': 'label',
    'owned.add': 'label'
};
