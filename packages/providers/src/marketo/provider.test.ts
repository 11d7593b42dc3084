import { expect, test } from 'vitest';
import { isRateLimited } from '../is-rate-limited.ts';
import { refusesCredentials } from '../refuses-credentials.ts';
import provider from './provider.ts';

test.each([
    ['too many calls', '606', [true, false]],
    ['the daily quota', '607', [true, false]],
    ['a token that ended', '602', [false, true]],
    ['a missing permission', '603', [false, false]]
])('of an error with status 200 it is known whether it means %s', (_what, code, expected) => {
    const reply = { status: 200, headers: {}, json: { success: false, errors: [{ code, message: 'Words' }] } };
    expect([isRateLimited(reply, provider.proxy), refusesCredentials(reply, provider.proxy)]).toEqual(expected);
});
