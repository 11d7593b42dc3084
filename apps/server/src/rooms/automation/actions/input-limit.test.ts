import { expect, test } from 'vitest';
import { actionFlow, deployAll } from '../deployments/deployments.fixtures.ts';
import { connectGem, headers, send, startGemApp } from '../syncs/syncs.fixtures.ts';

const FOUR_MB = 4 * 1024 ** 2;

test('an input of 4 MB of JSON is taken, and one byte more is refused with the numbers', async () => {
    await using app = await startGemApp({ runsJobs: false });
    await connectGem(app);
    await deployAll(app, [await actionFlow('length', 'return input.length;')]);
    const trigger = (input: string) => send(app, 'POST', '/action/trigger', { action_name: 'length', input }, { headers });
    // The quotation marks are two bytes, and an é as well.
    const most = `é${'x'.repeat(FOUR_MB - 4)}`;
    expect(await trigger(most)).toMatchObject({ status: 200, body: most.length });
    expect(await trigger(`${most}x`)).toMatchObject({
        status: 400,
        body: {
            error: {
                code: 'function_input_too_large',
                message: 'The input of 4,194,305 bytes is larger than 4,194,304 bytes of JSON.'
            }
        }
    });
    expect(await trigger('x'.repeat(FOUR_MB + 64 * 1024))).toMatchObject({ status: 413, body: { error: { code: 'request_too_large' } } });
});
