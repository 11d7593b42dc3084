import { defineProvider } from '../provider.ts';
import leverBasic from '../lever-basic/provider.ts';

/** With a key of Lever's partner sandbox, which has an API host of its own. */
export default defineProvider({
    ...leverBasic,
    id: 'lever-basic-sandbox',
    display_name: 'Lever (sandbox, API key)',
    docs: 'https://hire.sandbox.lever.co/developer/documentation',
    setup: {
        url: 'https://hire.sandbox.lever.co/developer/support',
        text: 'Nothing to register. Create a key in the sandbox account under Settings → Integrations and API → API Credentials.'
    },
    proxy: { ...leverBasic.proxy, base_url: 'https://api.sandbox.lever.co' }
});
