// README: begin
import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { createAction } from '@patchbay/functions';
import { runFunction } from '@patchbay/functions/testing';
import { z } from 'zod';

const greet = createAction({
    description: 'Sends a greeting',
    input: z.object({ to: z.string() }),
    output: z.object({ id: z.string() }),
    async exec(context, { to }) {
        const { data } = await context.post<{ id: number }>({ endpoint: '/messages', data: { to, text: 'Hello' }, retries: 3 });
        return { id: String(data.id) };
    }
});

void test('sends a greeting', async () => {
    const { output, requests } = await runFunction(greet, {
        input: { to: 'Ada' },
        responses: [{ method: 'POST', endpoint: '/messages', status: 201, body: { id: 5 } }]
    });
    deepEqual(output, { id: '5' });
    deepEqual(requests[0]?.data, { to: 'Ada', text: 'Hello' });
});
// README: end
