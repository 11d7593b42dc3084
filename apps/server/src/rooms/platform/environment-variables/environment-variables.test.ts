import type { TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actionFlow, deployAll } from '../../automation/deployments/deployments.fixtures.ts';
import { connectGem, headers, outcome, send, startGemApp } from '../../automation/syncs/syncs.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startGemApp({ runsJobs: false });
    await connectGem(app);
});
afterAll(() => app[Symbol.asyncDispose]());

const set = (name: string, value: string, token = app.keys.dev) => send(app, 'PUT', `/environment-variables/${name}`, { value }, { token });
interface Variable {
    name: string;
    value: string;
    updated_at: string;
}
const read = async (token = app.keys.dev): Promise<Variable[]> =>
    // As its contract has it.
    (await send(app, 'GET', '/environment-variables', undefined, { token })).body as Variable[];
const listed = async (token = app.keys.dev) => (await read(token)).map(({ name, value }) => ({ name, value }));

test('functions get the variables of their environment, and those of no other', async () => {
    await set('REGION', 'eu');
    await set('API_HINT', 'first');
    await set('API_HINT', 'second');
    await set('REGION', 'us', app.keys.prod);
    await deployAll(app, [await actionFlow('read', 'return context.getEnvironmentVariables();')]);
    const { body } = await send(app, 'POST', '/action/trigger', { action_name: 'read' }, { headers });
    const expected = [
        { name: 'API_HINT', value: 'second' },
        { name: 'REGION', value: 'eu' }
    ];
    expect(body).toEqual(expected);
    expect(await listed()).toEqual(expected);
    expect(await listed(app.keys.prod)).toEqual([{ name: 'REGION', value: 'us' }]);
});

test('a variable is stored sealed, and its value is in no log line', async () => {
    await set('TOKEN', 'canary-of-a-variable');
    expect(await listed()).toContainEqual({ name: 'TOKEN', value: 'canary-of-a-variable' });
    const rows = await app.db.selectFrom('environment_variables').select('value').where('name', '=', 'TOKEN').execute();
    expect(rows.map(({ value }) => value.includes('canary'))).toEqual([false]);
    expect(app.logLines.join('\n')).not.toContain('canary-of-a-variable');
});

test('of two changes that were begun with the same value, the later one is refused', async () => {
    const change = (name: string, value: string, expected: string | null) =>
        send(app, 'PUT', `/environment-variables/${name}`, { value, expected_updated_at: expected });
    const valueOf = async (name: string) => (await listed()).find((each) => each.name === name)?.value;
    expect(outcome(await change('SHARED', 'first', null))).toBe('200');
    expect(outcome(await change('SHARED', 'second', null))).toBe('409 conflict');
    const seen = (await read()).find(({ name }) => name === 'SHARED')?.updated_at ?? '';
    app.clock.advance(1000);
    expect(outcome(await change('SHARED', 'third', seen))).toBe('200');
    expect(outcome(await change('SHARED', 'fourth', seen))).toBe('409 conflict');
    expect(await valueOf('SHARED')).toBe('third');
    await send(app, 'DELETE', '/environment-variables/SHARED');
    expect(outcome(await change('SHARED', 'fifth', seen))).toBe('409 conflict');
    expect(await valueOf('SHARED')).toBeUndefined();
});

test('a deleted variable is gone', async () => {
    await set('GONE', '1');
    expect(outcome(await send(app, 'DELETE', '/environment-variables/GONE'))).toBe('200');
    expect(outcome(await send(app, 'DELETE', '/environment-variables/GONE'))).toBe('404 not_found');
    expect(await listed()).not.toContainEqual(expect.objectContaining({ name: 'GONE' }));
});

test('names and values of a wrong form are refused', async () => {
    expect(outcome(await set('1ST', 'x'))).toBe('400 invalid_uri_params');
    expect(outcome(await set('a-b', 'x'))).toBe('400 invalid_uri_params');
    expect(outcome(await set('LONG', 'x'.repeat(32 * 1024 + 1)))).toBe('400 invalid_body');
});

test('an environment has a limit of variables, and one that there is can still be changed', async () => {
    const { environment_id, value } = await app.db
        .selectFrom('environment_variables')
        .selectAll()
        .where('name', '=', 'TOKEN')
        .executeTakeFirstOrThrow();
    const names = Array.from({ length: 500 }, (_, index) => `MANY_${index}`);
    await app.db
        .insertInto('environment_variables')
        .values(names.map((name) => ({ environment_id, name, value })))
        .execute();
    expect(outcome(await set('ONE_MORE', 'x'))).toBe('400 invalid_body');
    await app.db.deleteFrom('environment_variables').where('name', 'like', 'MANY_%').execute();
    expect(outcome(await set('ONE_MORE', 'x'))).toBe('200');
});
