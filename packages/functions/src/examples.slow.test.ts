import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import people from '../examples/people.ts';
import { runFunction } from './testing/testing.ts';

test('the example of a sync reads people', async () => {
    const since = '2026-01-01T00:00:00Z';
    const [ada, bob] = [
        { id: '1', name: 'Ada' },
        { id: '2', name: 'Bob', email: 'bob@example.com' }
    ];
    const { records, checkpoint } = await runFunction(people, {
        checkpoint: { changedSince: since },
        responses: [
            { endpoint: '/people', params: { since }, body: { people: [ada], next: 'x' } },
            { endpoint: '/people', params: { since, cursor: 'x' }, body: { people: [bob] } }
        ]
    });
    expect(records).toEqual({ Person: [ada, bob] });
    expect(checkpoint).toEqual({ changedSince: expect.stringMatching(/^\d{4}-/) });
});

test('the example of a unit test passes', () => {
    const file = join(import.meta.dirname, '../examples/greet.ts');
    expect(execFileSync(process.execPath, ['--test', file], { encoding: 'utf8' })).toMatch(/pass 1/);
});
