import s3 from '../amazon-s3/provider.ts';
import { defineProvider } from '../provider.ts';

// The guide leads through AWS's own pages.
const { setup: _, guide: _guide, certainty: _certainty, ...definition } = s3;

/** The definition of S3 at the sandbox's emulator of AWS. */
export default defineProvider({
    ...definition,
    id: 'sandbox-aws',
    display_name: 'Sandbox (AWS role)',
    categories: ['sandbox'],
    aliases: ['test', 'demo', 's3'],
    sandbox: true,
    token_url: '${sandboxUrl}/aws/sts/',
    proxy: { base_url: '${sandboxUrl}/aws/s3' }
});
