import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

export default defineProvider({
    id: 'cal-com-v2',
    display_name: 'Cal.com',
    mark,
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['productivity'],
    aliases: ['scheduling', 'calendar', 'meetings', 'bookings'],
    auth_mode: 'API_KEY',
    docs: 'https://cal.com/docs/api-reference/v2/introduction',
    docs_connect: 'https://cal.com/docs/api-reference/v2/introduction',
    // https://cal.com/docs/api-reference/v2/introduction,
    // https://docs.sim.ai/integrations/calcom-service-account.md
    guide: ['In Cal.com, go to “Settings → Developer → API keys” and add a key.', 'Copy the key and paste it here. It is shown only once.'],
    setup: {
        url: 'https://cal.com/docs/api-reference/v2/introduction',
        text: 'Nothing to register. End users add a key in their settings under API keys, with an end of their choice. It may do whatever they may do.'
    },
    credentials: {
        // https://cal.com/docs/api-reference/v2/introduction
        apiKey: {
            type: 'string',
            title: 'API key',
            example: 'cal_live_…',
            pattern: '^cal_[A-Za-z0-9_]+$',
            pattern_level: 'warn',
            secret: true
        }
    },
    untranslated: ['In Cal.com, go to “Settings → Developer → API keys” and add a key.'],
    proxy: {
        // https://cal.com/docs/api-reference/v2/me/get-my-profile; the version of each endpoint is
        // a header of its own, which the caller sends.
        base_url: 'https://api.cal.com/v2',
        headers: { authorization: 'Bearer ${apiKey}' }
    },
    // https://cal.com/docs/api-reference/v2/me/get-my-profile
    identity: { url: '/me', id: 'data.id', label: ['data.email', 'data.username'] }
});
