import greenhouse from '../greenhouse/provider.ts';
import { defineProvider } from '../provider.ts';
import mark from '../greenhouse/mark.ts';

/** Harvest v3 with a partner's client, in the name of mutual customers. */
export default defineProvider({
    id: 'greenhouse-harvest-partner',
    display_name: 'Greenhouse (partner)',
    mark,
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['ats'],
    aliases: ['harvest', 'recruiting', 'candidates'],
    auth_mode: 'OAUTH2',
    docs: 'https://harvestdocs.greenhouse.io',
    setup: {
        url: 'https://harvestdocs.greenhouse.io/docs/harvest-partner-oauth',
        text: 'Greenhouse issues the client to its partners: name the integration, the redirect URI, the scopes and a logo of 128 by 128 to its partner support.'
    },
    // https://harvestdocs.greenhouse.io/docs/harvest-partner-oauth
    authorization_url: 'https://auth.greenhouse.io/authorize',
    token_url: 'https://auth.greenhouse.io/token',
    authorization_method: 'header',
    // Lasts 24 hours. The page follows section 4.1 of RFC 6749, which has no PKCE:
    // https://harvestdocs.greenhouse.io/docs/harvest-partner-oauth
    refresh: { idle_hours: 24 },
    disable_pkce: true,
    default_scopes: ['harvest:users:list'],
    // https://harvestdocs.greenhouse.io/docs/harvest-partner-oauth
    scope_descriptions: {
        'harvest:users:list': 'Read the people in your organization',
        'harvest:candidates:list': 'Read candidates',
        'harvest:applications:list': 'Read applications',
        'harvest:jobs:list': 'Read jobs',
        'harvest:job_posts:list': 'Read job postings'
    },
    ...(greenhouse.webhooks && { webhooks: greenhouse.webhooks }),
    proxy: {
        ...greenhouse.proxy,
        // https://harvestdocs.greenhouse.io/docs/list-endpoints
        base_url: 'https://harvest.greenhouse.io',
        headers: { authorization: 'Bearer ${accessToken}' }
    },
    untranslated: ['Read candidates', 'Read applications', 'Read jobs']
});
