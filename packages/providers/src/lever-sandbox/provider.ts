import { defineProvider } from '../provider.ts';
import lever from '../lever/provider.ts';

/** Lever's partner sandbox: its own sign-in, audience and API host, documented on its own site. */
export default defineProvider({
    ...lever,
    id: 'lever-sandbox',
    display_name: 'Lever (sandbox)',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    docs: 'https://hire.sandbox.lever.co/developer/documentation',
    setup: {
        url: 'https://hire.lever.co/developer/partner',
        text: 'Lever gives partners a sandbox account and registers the app for it: name the redirect URI and the scopes in the registration form.'
    },
    // https://hire.sandbox.lever.co/developer/documentation#authentication
    authorization_url: 'https://sandbox-lever.auth0.com/authorize',
    // https://github.com/lever/integrator-resources/blob/master/ExampleOAuthApp/.env
    token_url: 'https://sandbox-lever.auth0.com/oauth/token',
    authorization_params: { ...lever.authorization_params, audience: 'https://api.sandbox.lever.co/v1/' },
    proxy: { ...lever.proxy, base_url: 'https://api.sandbox.lever.co' }
});
