import ashby from '../ashby/provider.ts';
import { defineProvider } from '../provider.ts';

const { setup: _, certainty: _certainty, ...definition } = ashby;

/** Ashby's definition at the sandbox's emulator of it. */
export default defineProvider({
    ...definition,
    id: 'sandbox-ashby',
    display_name: 'Sandbox (Ashby)',
    categories: ['sandbox', 'ats'],
    aliases: ['test', 'demo', 'recruiting', 'candidates'],
    sandbox: true,
    proxy: { ...definition.proxy, base_url: '${sandboxUrl}/ashby' }
});
