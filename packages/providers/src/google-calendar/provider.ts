import { google, googleProxy, quotaIn403, signInScopes } from '../google/shared.ts';
import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

export default defineProvider({
    ...google,
    id: 'google-calendar',
    display_name: 'Google Calendar',
    mark,
    categories: ['calendar', 'productivity'],
    aliases: ['events', 'meetings', 'appointments', 'workspace'],
    untranslated: [
        'Read and change the events in your calendars',
        'Read the events in your calendars',
        'See when you are free or busy',
        'Calendars'
    ],
    docs: 'https://developers.google.com/workspace/calendar/api/guides/overview',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    // https://developers.google.com/identity/openid-connect/reference
    default_scopes: ['openid', 'email'],
    // https://developers.google.com/identity/protocols/oauth2/scopes
    scope_descriptions: {
        ...signInScopes,
        'https://www.googleapis.com/auth/calendar.readonly': 'Read your calendars',
        'https://www.googleapis.com/auth/calendar': 'Read and change your calendars',
        'https://www.googleapis.com/auth/calendar.events': 'Read and change the events in your calendars',
        'https://www.googleapis.com/auth/calendar.events.readonly': 'Read the events in your calendars',
        'https://www.googleapis.com/auth/calendar.freebusy': 'See when you are free or busy'
    },
    proxy: {
        ...googleProxy,
        // https://developers.google.com/workspace/calendar/api/v3/reference
        base_url: 'https://www.googleapis.com',
        // Of a user, in projects made since May 2026:
        // https://developers.google.com/workspace/calendar/api/guides/quota
        rate_limits: { per: 'credentials', windows: [{ requests: 600, per_seconds: 60 }] },
        retry: quotaIn403
    }
});
