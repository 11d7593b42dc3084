import { defineProvider } from '../provider.ts';
import quickbooks from '../quickbooks/provider.ts';

/** Intuit's test companies: same sign-in, with the app's development keys, another API host. */
export default defineProvider({
    ...quickbooks,
    id: 'quickbooks-sandbox',
    display_name: 'QuickBooks Online (test companies)',
    docs: 'https://developer.intuit.com/app/developer/qbo/docs/develop/sandboxes',
    setup: {
        url: 'https://developer.intuit.com/app/developer/qbo/docs/develop/authentication-and-authorization/set-redirect-uri',
        text: 'My Hub → App dashboard → your app → Settings → Redirect URIs → Development: add the redirect URI, which may be on localhost. Use the development keys under Keys and credentials.'
    },
    // https://developer.intuit.com/app/developer/qbo/docs/develop/sandboxes/manage-your-sandboxes
    proxy: { ...quickbooks.proxy, base_url: 'https://sandbox-quickbooks.api.intuit.com' }
});
