// README: begin
import { createSync } from '@patchbay/functions';
import { z } from 'zod';

const Person = z.object({ id: z.string(), name: z.string(), email: z.email().optional() });

export default createSync({
    description: 'Reads the people of an account',
    frequency: 'every hour',
    models: { Person },
    checkpoint: z.object({ changedSince: z.string() }),
    async exec(context) {
        const since = (await context.getCheckpoint())?.changedSince ?? '1970-01-01T00:00:00Z';
        const startedAt = new Date().toISOString();
        const pages = context.paginate<z.input<typeof Person>>({
            endpoint: '/people',
            params: { since },
            paginate: { type: 'cursor', response_path: 'people', cursor_path_in_response: 'next', cursor_name_in_request: 'cursor' }
        });
        for await (const page of pages) await context.batchSave(page, 'Person');
        await context.saveCheckpoint({ changedSince: startedAt });
    }
});
// README: end
