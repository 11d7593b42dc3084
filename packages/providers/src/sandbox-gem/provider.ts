import gem from '../gem/provider.ts';
import { defineProvider } from '../provider.ts';

// The guide leads through Gem's own pages.
const { setup: _, guide: _guide, certainty: _certainty, ...definition } = gem;

/** Gem's definition at the sandbox's emulator of it. */
export default defineProvider({
    ...definition,
    id: 'sandbox-gem',
    display_name: 'Sandbox (Gem)',
    categories: ['sandbox', 'ats'],
    aliases: ['test', 'demo', 'recruiting', 'candidates'],
    sandbox: true,
    proxy: { ...definition.proxy, base_url: '${sandboxUrl}/gem' }
});
