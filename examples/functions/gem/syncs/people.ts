// README: begin
import { createSync } from '@patchbay/functions';
import { z } from 'zod';

const Person = z.object({
    id: z.string(),
    name: z.string(),
    email: z.email().nullable()
});

interface GemUser {
    id: string;
    name: string;
    primary_email_address?: string | null;
}

export default createSync({
    description: 'Reads who works with Gem, all of them each time',
    frequency: 'every hour',
    models: { Person },
    async exec(context) {
        // Who is not read again before the end is deleted.
        await context.trackDeletesStart('Person');
        const pages = context.paginate<GemUser>({
            endpoint: '/ats/v0/users/',
            retries: 3,
            paginate: {
                type: 'offset',
                offset_name_in_request: 'page',
                offset_start_value: 1,
                offset_calculation_method: 'per-page',
                limit: 100,
                limit_name_in_request: 'per_page'
            }
        });
        for await (const page of pages)
            await context.batchSave(
                page.map(({ id, name, primary_email_address: email }) => ({ id, name, email: email ?? null })),
                'Person'
            );
        await context.trackDeletesEnd('Person');
    }
});
// README: end
