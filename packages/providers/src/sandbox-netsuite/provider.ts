import netsuite from '../netsuite-tba/provider.ts';
import { defineProvider } from '../provider.ts';

// The guide leads through NetSuite's own pages.
const { setup: _, guide: _guide, certainty: _certainty, ...definition } = netsuite;
const { prefix: _prefix, suffix: _suffix, ...accountId } = definition.connection_config.accountId;

/** NetSuite's definition at the sandbox's emulator of it. */
export default defineProvider({
    ...definition,
    id: 'sandbox-netsuite',
    display_name: 'Sandbox (NetSuite)',
    categories: ['sandbox', 'accounting'],
    aliases: ['test', 'demo', 'token-based authentication'],
    sandbox: true,
    connection_config: { accountId },
    proxy: { ...definition.proxy, base_url: '${sandboxUrl}/netsuite/${connectionConfig.accountId}/services/rest/record/v1' }
});
