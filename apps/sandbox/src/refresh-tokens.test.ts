import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { OAUTH_CC_CLIENT } from './accounts.ts';
import { discover } from './oauth-client.fixtures.ts';
import type { OAuthTester, Tokens } from './oauth-client.fixtures.ts';
import { startSandbox } from './sandbox.ts';
import type { Sandbox } from './sandbox.ts';

const DAY_S = 86_400;
let sandbox: Sandbox;
let client: OAuthTester;

beforeAll(async () => {
    sandbox = await startSandbox();
    client = await discover(sandbox);
});
beforeEach(() => client.control('reset', {}));
afterAll(() => sandbox.stop());

describe('rotation', () => {
    test('refused: a spent token is dead at once, and the chain that came from it goes on', async () => {
        await client.setModes({ reuse: 'refused' });
        const chain = await chainOf(4);
        for (const { refresh_token: spent } of chain.slice(0, -1)) await expectRefused(spent);
        const last = chain.at(-1);
        expect(await works(last)).toBe(true);
        expect(await works(await client.refresh(last?.refresh_token))).toBe(true);
    });

    test('revokes_grant: a spent token that comes back ends every token of its grant, and of no other', async () => {
        const other = await client.signIn('ada');
        const chain = await chainOf(3);
        await expectRefused(chain[0]?.refresh_token);
        expect(await Promise.all(chain.map(works))).toEqual([false, false, false]);
        await expectRefused(chain.at(-1)?.refresh_token);
        expect(await works(await client.refresh(other.refresh_token))).toBe(true);
    });

    test('new tokens within the grace period, after which a spent token ends the grant', async () => {
        await client.setModes({ grace_s: 30 });
        const [first, second] = await chainOf(2);
        await pass(20);
        const branch = await client.refresh(first?.refresh_token);
        expect(branch.refresh_token).not.toBe(second?.refresh_token);
        expect([await works(second), await works(branch)]).toEqual([true, true]);
        await pass(11);
        await expectRefused(first?.refresh_token);
        expect([await works(second), await works(branch)]).toEqual([false, false]);
    });

    test('the same response within the grace period, which no use makes longer', async () => {
        await client.setModes({ grace_s: 30, grace_answer: 'same', reuse: 'refused' });
        const [first, second] = await chainOf(2);
        await pass(20);
        const again = await client.refresh(first?.refresh_token);
        expect([again.access_token, again.refresh_token]).toEqual([second?.access_token, second?.refresh_token]);
        expect(await works(again)).toBe(true);
        await pass(11);
        await expectRefused(first?.refresh_token);
        expect(await works(await client.refresh(second?.refresh_token))).toBe(true);
    });

    test.each(['stays', 'stays_unmentioned'] as const)('%s: one refresh token is good for every refresh', async (mode) => {
        await client.setModes({ refresh_token: mode });
        const { refresh_token: refreshToken } = await client.signIn();
        expect(refreshToken).toEqual(expect.any(String));
        for (let round = 0; round < 3; round += 1) {
            const tokens = await client.refresh(refreshToken);
            expect(tokens.refresh_token).toBe(mode === 'stays' ? refreshToken : undefined);
            expect(await works(tokens)).toBe(true);
        }
    });

    test('absent: no refresh token is issued', async () => {
        await client.setModes({ refresh_token: 'absent' });
        const tokens = await client.signIn();
        expect(tokens).not.toHaveProperty('refresh_token');
        expect(await works(tokens)).toBe(true);
    });
});

test.each(['new', 'same'] as const)(
    'a client that lost its response gets %s tokens within the grace period, and goes on with them',
    async (response) => {
        await client.setModes({ grace_s: 60, grace_answer: response, lost_token_answers: 0 });
        const { refresh_token: refreshToken } = await client.signIn();
        await client.setModes({ lost_token_answers: 1 });
        await expect(client.refresh(refreshToken)).rejects.toThrow('fetch failed');
        await pass(50);
        const recovered = await client.refresh(refreshToken);
        expect(await works(recovered)).toBe(true);
        await pass(120);
        const next = await client.refresh(recovered.refresh_token);
        expect([await works(recovered), await works(next)]).toEqual([true, true]);
    }
);

describe('refreshes at once', () => {
    const results = async () => {
        const { refresh_token: refreshToken } = await client.signIn();
        const all = await Promise.allSettled(Array.from({ length: 10 }, () => client.refresh(refreshToken)));
        return all.flatMap((result) => (result.status === 'fulfilled' ? [result.value.access_token] : []));
    };

    test('without grace one of them wins, however close they are', async () => {
        await client.setModes({ reuse: 'refused' });
        expect(await results()).toHaveLength(1);
        expect(await results()).toHaveLength(1);
    });

    test('with grace and the same response all of them get the same tokens', async () => {
        await client.setModes({ grace_s: 60, grace_answer: 'same' });
        const accessTokens = await results();
        expect(accessTokens).toHaveLength(10);
        expect(new Set(accessTokens).size).toBe(1);
    });
});

describe('time', () => {
    test('an access token lives as long as told, and a refresh gives one that lives again', async () => {
        await client.setModes({ access_token_lifetime_s: 60 });
        const first = await client.signIn();
        expect(first.expires_in).toBe(60);
        await pass(50);
        expect(await works(first)).toBe(true);
        await pass(11);
        expect((await client.api(first)).headers.get('www-authenticate')).toContain('invalid_token');
        expect(await works(await client.refresh(first.refresh_token))).toBe(true);
    });

    test('a refresh token that is used goes on for months, and one that waits dies after two weeks', async () => {
        let tokens = await client.signIn();
        for (let week = 0; week < 10; week += 1) {
            await pass(7 * DAY_S);
            tokens = await client.refresh(tokens.refresh_token);
        }
        expect(await works(tokens)).toBe(true);
        await pass(15 * DAY_S);
        await expectRefused(tokens.refresh_token);
    });

    test('a code waits for ten minutes', async () => {
        const { parameters, verifier } = await client.authorize();
        await pass(601);
        await expect(client.redeem(parameters, verifier)).rejects.toMatchObject({ error: 'invalid_grant' });
    });
});

test('a client has modes of its own', async () => {
    await client.setModes({ access_token_lifetime_s: 60, expires_in: 'missing' });
    expect(await client.machineTokens()).toMatchObject({ expires_in: 3600 });
    await client.control('modes', { client_id: 'patchbay-sandbox-cc', access_token_lifetime_s: 90 });
    expect(await client.machineTokens()).toMatchObject({ expires_in: 90 });
    expect(await client.signIn()).not.toHaveProperty('expires_in');
    expect(await client.control('modes')).toMatchObject({
        modes: { 'patchbay-sandbox': { access_token_lifetime_s: 60 }, 'patchbay-sandbox-cc': { expires_in: 'number' } },
        meanings: { expires_in: { options: { missing: 'left out' } } }
    });
});

test('modes that are not named stay, and reset takes all of them back', async () => {
    await client.setModes({ grace_s: 5 });
    expect(await client.setModes({ expires_in: 'string' })).toMatchObject({
        client_id: 'patchbay-sandbox',
        grace_s: 5,
        expires_in: 'string'
    });
    await client.control('reset', {});
    expect(await client.setModes({})).toMatchObject({ grace_s: 0, expires_in: 'number' });
});

describe('what the token endpoint counts', () => {
    test('one refresh is one, by grant and by refresh token', async () => {
        const tokens = await client.signIn('grace');
        const next = await client.refresh(tokens.refresh_token);
        const { grants, refresh_tokens: refreshTokens } = await tokenCalls();
        const [grant] = grants;
        expect(grants).toEqual([
            {
                grant: expect.any(String),
                client_id: 'patchbay-sandbox',
                account: 'grace',
                codes: { granted: 1, refused: 0, lost: 0 },
                refreshes: { granted: 1, refused: 0, lost: 0 },
                live: true
            }
        ]);
        expect(refreshTokens).toEqual([
            { refresh_token: await sha256(tokens.refresh_token), grant: grant?.grant, granted: 1, refused: 0, lost: 0 },
            { refresh_token: await sha256(next.refresh_token), grant: grant?.grant, granted: 0, refused: 0, lost: 0 }
        ]);
    });

    test('a refused refresh counts for its grant, also when that ended it; an unknown token has none', async () => {
        const [first] = await chainOf(2);
        await expectRefused(first?.refresh_token);
        await expectRefused('nobody-was-given-this');
        const { grants, refresh_tokens: refreshTokens } = await tokenCalls();
        expect(grants).toMatchObject([{ refreshes: { granted: 1, refused: 1 }, live: false }]);
        expect(refreshTokens).toMatchObject([
            { granted: 1, refused: 1 },
            { granted: 0, refused: 0 },
            { granted: 0, refused: 1, grant: null }
        ]);
    });

    test('grants that are refreshed at once are counted apart', async () => {
        const signIns = await Promise.all(Array.from({ length: 100 }, () => client.signIn('grace')));
        const refreshed = await Promise.all(signIns.map((tokens) => client.refresh(tokens.refresh_token)));
        const { grants, refresh_tokens: refreshTokens } = await tokenCalls();
        const refreshes = { granted: 1, refused: 0, lost: 0 };
        expect(grants).toHaveLength(100);
        for (const grant of grants) expect(grant).toMatchObject({ refreshes, live: true });
        const rowOf = new Map(refreshTokens.map((row) => [row.refresh_token, row]));
        expect(rowOf.size).toBe(200);
        for (const [index, { refresh_token: spent }] of signIns.entries()) {
            const presented = rowOf.get(await sha256(spent));
            const issued = rowOf.get(await sha256(refreshed[index]?.refresh_token));
            expect(presented).toMatchObject(refreshes);
            expect(issued).toMatchObject({ granted: 0, refused: 0, lost: 0, grant: presented?.grant });
        }
    });

    test('forgets with the journal', async () => {
        await client.signIn();
        await client.control('journal', undefined, 'DELETE');
        expect(await tokenCalls()).toEqual({ grants: [], refresh_tokens: [] });
    });
});

describe('revocation', () => {
    test('works: a refresh token ends its grant and no other, and the journal shows it', async () => {
        const [first, second] = [await client.signIn('ada'), await client.signIn('grace')];
        await client.revoke(first.refresh_token);
        expect([await works(first), await works(second)]).toEqual([false, true]);
        expect(await tokenCalls()).toMatchObject({ grants: [{ live: false }, { live: true }] });
        await expectRefused(first.refresh_token);
        expect(await client.control('journal?path_regex=revocation$')).toMatchObject({
            requests: [{ path: '/oauth/token/revocation', form: { token: [await sha256(first.refresh_token)] }, status: 200 }]
        });
    });

    test('of another client’s token is not done', async () => {
        const tokens = await client.signIn();
        const { id, secret } = OAUTH_CC_CLIENT;
        const response = await fetch(`${sandbox.url}/oauth/token/revocation`, {
            method: 'POST',
            headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
            body: new URLSearchParams({ token: tokens.refresh_token ?? '' })
        });
        expect(response.status).toBe(200);
        expect(await works(tokens)).toBe(true);
    });

    test('refuses: the token lives on', async () => {
        await client.setModes({ revocation: 'refuses' });
        const tokens = await client.signIn();
        await expect(client.revoke(tokens.refresh_token)).rejects.toMatchObject({ error: 'unsupported_token_type', status: 400 });
        expect(await works(await client.refresh(tokens.refresh_token))).toBe(true);
    });

    test('hangs: the caller gives up, and the token lives on', async () => {
        await client.setModes({ revocation: 'hangs' });
        const tokens = await client.signIn();
        const caller = new AbortController();
        const hanging = client.revoke(tokens.refresh_token, caller.signal);
        const journal = () => client.control('journal?path_regex=revocation$');
        await expect.poll(journal).toMatchObject({ requests: [{ status: null, aborted: false }] });
        caller.abort();
        await expect(hanging).rejects.toMatchObject({ name: 'AbortError' });
        await expect.poll(journal).toMatchObject({ requests: [{ status: null, aborted: true }] });
        expect(await works(await client.refresh(tokens.refresh_token))).toBe(true);
    });
});

test('a person takes one grant back, and another of theirs stays', async () => {
    const first = await client.signIn('ada');
    const second = await client.signIn('ada');
    const { grants } = await tokenCalls();
    const grant = grants[0]?.grant;
    expect(await client.control('revoke', { grant })).toEqual({ grant, grants_revoked: 1 });
    expect([await works(first), await works(second)]).toEqual([false, true]);
    await expectRefused(first.refresh_token);
    await expect(client.control('revoke', { grant })).rejects.toThrow('no such grant');
});

/** A sign-in and its refreshes, each with the token that the one before gave. */
async function chainOf(length: number): Promise<Tokens[]> {
    const chain = [await client.signIn('grace')];
    while (chain.length < length) chain.push(await client.refresh(chain.at(-1)?.refresh_token));
    return chain;
}

async function works(tokens: Tokens | undefined): Promise<boolean> {
    return tokens !== undefined && (await client.api(tokens)).status === 200;
}

async function expectRefused(refreshToken: string | undefined): Promise<void> {
    await expect(client.refresh(refreshToken)).rejects.toMatchObject({ error: 'invalid_grant', status: 400 });
}

async function pass(seconds: number): Promise<void> {
    expect(await client.control('clock', { advance_s: seconds })).toEqual({ advance_s: seconds });
}

interface TokenCallsResponse {
    grants: { grant: string }[];
    refresh_tokens: { refresh_token: string; grant: string | null }[];
}

async function tokenCalls(): Promise<TokenCallsResponse> {
    // The control plane's own shape.
    return (await client.control('token-calls')) as TokenCallsResponse;
}

async function sha256(text: string | undefined): Promise<string> {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
    return Buffer.from(digest).toString('hex');
}
