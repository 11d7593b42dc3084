import { defineProvider } from '../provider.ts';
import quickbooks from '../quickbooks/provider.ts';

/** Intuit's test companies: same sign-in, with the app's development keys, another API host. */
export default defineProvider({
    ...quickbooks,
    id: 'quickbooks-sandbox',
    display_name: 'QuickBooks Online (test companies)',
    docs: 'https://developer.intuit.com/app/developer/qbo/docs/develop/sandboxes',
    proxy: { ...quickbooks.proxy, base_url: 'https://sandbox-quickbooks.api.intuit.com' }
});
