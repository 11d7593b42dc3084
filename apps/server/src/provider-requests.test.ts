import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { providers } from '@patchbay/providers';
import { expect, test } from 'vitest';
import { describeRequests } from './provider-requests.fixtures.ts';

const folder = fileURLToPath(new URL('../../../packages/providers/src', import.meta.url));

// After a change that is meant: `npx vitest run apps/server/src/provider-requests.test.ts -u`.
test.each([...providers.values()].map((provider) => [provider.id, provider] as const))(
    'the form and the requests of %s are those beside its definition',
    async (id, provider) => {
        await expect(await describeRequests(provider)).toMatchFileSnapshot(join(folder, id, 'expected.txt'));
    }
);
