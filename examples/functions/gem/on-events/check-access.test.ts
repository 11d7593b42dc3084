import { equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { runFunction } from '@patchbay/functions/testing';
import checkAccess from './check-access.ts';

const endpoint = '/ats/v0/users/';

void test('a key that can read is accepted', async () => {
    const { error } = await runFunction(checkAccess, { responses: [{ endpoint, body: [] }] });
    equal(error, null);
});

void test('a key that cannot is refused, in words for the end user', async () => {
    const { error } = await runFunction(checkAccess, { responses: [{ endpoint, status: 403, body: {} }] });
    match(JSON.stringify(error), /cannot read the applicant tracking system/);
});
