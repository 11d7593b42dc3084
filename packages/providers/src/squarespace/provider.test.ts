import { expect, test } from 'vitest';
import provider from './provider.ts';

test("the token's end is read where Squarespace states it", () => {
    const raw = { access_token: 'token', refresh_token: 'next', access_token_expires_at: 1_582_668_062 };
    expect(provider.tokenFromAnswer?.(raw)).toEqual({ ...raw, expires_at: 1_582_668_062 });
});
