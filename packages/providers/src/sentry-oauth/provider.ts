import { defineProvider } from '../provider.ts';

/** https://docs.sentry.io/organization/integrations/integration-platform/public-integration */
export default defineProvider({
    id: 'sentry-oauth',
    display_name: 'Sentry',
    certainty: { level: 'documented', checked_on: '2026-11-29' },
    categories: ['dev-tools'],
    aliases: ['errors', 'monitoring', 'issues', 'sentry.io'],
    auth_mode: 'OAUTH2',
    docs: 'https://docs.sentry.io/api/',
    setup: {
        url: 'https://docs.sentry.io/organization/integrations/integration-platform/public-integration',
        text: 'Sentry → Settings → Developer Settings: create a public integration with the redirect URI, without “Verify Installation”, and give it org:read at least. Put its slug, the end of its address, into integration_config as appSlug.'
    },
    // The address is on the page named above. By its source it hands `state` to the redirect
    // URI, so that an installation which began here is tied to its browser. One that begins in
    // Sentry brings no state, and connects nothing:
    // https://github.com/getsentry/sentry/blob/master/static/app/views/sentryAppExternalInstallation/index.tsx
    authorization_url: 'https://sentry.io/sentry-apps/${connectionConfig.appSlug}/external-install/',
    disable_pkce: true,
    redirect_uri_metadata: ['installationId'],
    // https://docs.sentry.io/organization/integrations/integration-platform/public-integration
    token_url: 'https://sentry.io/api/0/sentry-app-installations/${connectionConfig.installationId}/authorizations/',
    body_format: 'json',
    // The old one is gone with each refresh. Same page.
    refresh: { rotation: 'strict' },
    // Same page.
    tokenFromAnswer: ({ token, refreshToken, expiresAt }) => ({ access_token: token, refresh_token: refreshToken, expires_at: expiresAt }),
    connection_config: {
        appSlug: {
            type: 'string',
            title: 'App slug',
            example: 'acme-alerts',
            pattern: '^[a-z0-9_-]{1,64}$',
            hidden: true
        },
        installationId: {
            type: 'string',
            title: 'Installation ID',
            pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
            automated: true
        }
    },
    // Sentry's own example for https://docs.sentry.io/api/organizations/:
    // https://github.com/getsentry/sentry/blob/master/src/sentry/apidocs/examples/user_examples.py
    identity: { url: '/0/organizations/', list: '*', id: 'id', label: ['name', 'slug'] },
    proxy: {
        // https://docs.sentry.io/api/
        base_url: 'https://sentry.io/api',
        // https://docs.sentry.io/hosted/api/auth
        headers: { authorization: 'Bearer ${accessToken}' },
        // https://docs.sentry.io/api/ratelimits/
        retry: { at: 'x-sentry-rate-limit-reset', remaining: 'x-sentry-rate-limit-remaining' }
    }
});
