import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { runFunction } from '@patchbay/functions/testing';
import people from './people.ts';

const endpoint = '/ats/v0/users/';
const ada = { id: 'u1', name: 'Ada', primary_email_address: 'ada@example.com' };
const before = { id: 'u2', name: 'Bob', email: null };

void test('who works with Gem is saved, and who left is deleted', async () => {
    const { records } = await runFunction(people, { records: { Person: [before] }, responses: [{ endpoint, body: [ada] }] });
    deepEqual(records, { Person: [{ id: 'u1', name: 'Ada', email: 'ada@example.com' }] });
});

void test('a person stays where Gem does not answer', async () => {
    const { records, error } = await runFunction(people, {
        records: { Person: [before] },
        responses: [{ endpoint, status: 403, body: { message: 'Forbidden' } }]
    });
    equal(error?.type, 'http_error');
    deepEqual(records, { Person: [before] });
});
