import { createAction } from '@patchbay/functions';
import { z } from 'zod';

export default createAction({
    description: 'Adds a note to a candidate, which everybody of the team can read',
    input: z.object({ candidate_id: z.string(), user_id: z.string(), text: z.string().min(1).max(10_000) }),
    output: z.object({ id: z.string() }),
    async exec(context, { candidate_id, user_id, text }) {
        const { data } = await context.post<{ id: string }>({
            endpoint: `/ats/v0/candidates/${encodeURIComponent(candidate_id)}/activity_feed/notes`,
            data: { user_id, body: text, visibility: 'public' }
        });
        return { id: data.id };
    }
});
