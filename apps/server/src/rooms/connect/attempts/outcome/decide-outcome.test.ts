import { AppError } from '@patchbay/contracts';
import { expect, test } from 'vitest';
import type { Candidate } from '../../../connections/connection-store/candidate.ts';
import { ownSentence } from '../../../connections/provider-calls/provider-text.ts';
import { integrationOf } from '../integration.fixtures.ts';
import { decideAccount, decideSaveError, decideVerdict } from './decide-outcome.ts';

const ada = { id: 'ada', label: ownSentence('Ada') };
const bob = { id: 'bob', label: ownSentence('Bob') };
const candidate: Candidate = { integration: integrationOf('sandbox-oauth2'), credentials: { type: 'OAUTH2' }, config: {} };
const own = { for_reference_client: false, approval_since: null };
const ofReference = { for_reference_client: true, approval_since: null };
const accepted = (...accounts: (typeof ada)[]) => ({ outcome: 'accepted' as const, accounts, isChecked: true });
const replaced = (account?: typeof ada) => ({ identityHash: Buffer.from('hash'), label: 'Ada', account });

test.each([
    [{ outcome: 'rejected', said: ownSentence('No.') } as const, { code: 'credentials_rejected', providerText: 'No.' }],
    [{ outcome: 'rejected', isForbidden: true } as const, { code: 'credentials_rejected' }],
    [
        { outcome: 'unreachable', reason: ownSentence('No response.') } as const,
        { code: 'provider_down', description: 'No response.', providerText: undefined }
    ],
    [
        { outcome: 'misconfigured', reason: ownSentence('Not allowed.') } as const,
        { code: 'integration_misconfigured', description: 'Not allowed.' }
    ]
])('the verdict %j fails the attempt', (verdict, failure) => {
    expect(decideVerdict(own, candidate, verdict, undefined)).toMatchObject({ kind: 'failed', ...failure });
});

test('typed credentials without the permissions are told apart, but for clients of the reference', () => {
    const typed = { ...candidate, integration: integrationOf('stripe') };
    const verdict = { outcome: 'rejected', isForbidden: true, reason: ownSentence('Refused.') } as const;
    expect(decideVerdict(own, typed, verdict, undefined)).toMatchObject({ code: 'missing_permissions', providerText: undefined });
    expect(decideVerdict(ofReference, typed, verdict, undefined)).toMatchObject({ code: 'credentials_rejected', providerText: 'Refused.' });
});

test('one account, or none, is connected', () => {
    const checked = { ...candidate, accounts: [ada], isChecked: true };
    expect(decideVerdict(own, candidate, accepted(ada), undefined)).toEqual({ kind: 'connected', checked, account: ada });
    expect(decideVerdict(own, candidate, accepted(), undefined)).toMatchObject({ kind: 'connected', account: null });
});

test('of several accounts the end user chooses one, which clients of the reference cannot ask for', () => {
    expect(decideVerdict(own, candidate, accepted(ada, bob), undefined)).toMatchObject({ kind: 'needs_choice' });
    expect(decideVerdict(ofReference, candidate, accepted(ada, bob), undefined)).toMatchObject({
        kind: 'failed',
        code: 'validation',
        providerText: expect.stringContaining('Ada, Bob')
    });
});

test('a reconnect takes the account that it had', () => {
    expect(decideVerdict(own, candidate, accepted(bob, ada), replaced(ada))).toMatchObject({
        kind: 'connected',
        account: ada,
        accountBefore: Buffer.from('hash')
    });
});

test('a reconnect of a connection without a known account takes the one that signed in, as long as none is known', () => {
    const unknown = { identityHash: null, label: null, account: undefined };
    expect(decideVerdict(own, candidate, accepted(bob), unknown)).toMatchObject({ kind: 'connected', account: bob, accountBefore: null });
});

test('a reconnect with another account asks, and fails for clients of the reference', () => {
    expect(decideVerdict(own, candidate, accepted(bob), replaced())).toMatchObject({ kind: 'account_mismatch', was: 'Ada', now: 'Bob' });
    expect(decideVerdict(ofReference, candidate, accepted(bob), replaced())).toMatchObject({
        kind: 'failed',
        code: 'validation',
        providerText: 'Bob signed in, but the connection belongs to Ada. Sign in with that account.'
    });
});

test('a reconnect fails when the account cannot be identified any more', () => {
    const failure = { kind: 'failed', code: 'missing_permissions' };
    expect(decideVerdict(own, candidate, accepted(), replaced())).toEqual(failure);
    expect(decideVerdict(ofReference, candidate, accepted(), replaced())).toMatchObject({
        ...failure,
        providerText: expect.stringContaining('did not say which account this is')
    });
});

test('the account that was chosen is connected, unless the connection belongs to another one', () => {
    const chosen = { ...candidate, accounts: [bob], isChecked: true };
    expect(decideAccount(own, chosen, undefined)).toMatchObject({ kind: 'connected', account: bob });
    expect(decideAccount(own, chosen, replaced())).toMatchObject({ kind: 'account_mismatch' });
});

test('a connection that cannot be saved fails the attempt, and any other error does not', () => {
    expect(decideSaveError(new AppError('integration_disabled'))).toMatchObject({ code: 'integration_misconfigured' });
    expect(decideSaveError(new AppError('conflict'))).toMatchObject({ code: 'state_mismatch' });
    expect(decideSaveError(new AppError('invalid_connection'))).toMatchObject({ code: 'state_mismatch' });
    expect(decideSaveError(new AppError('unknown_attempt'))).toBeUndefined();
    expect(decideSaveError(new Error('database'))).toBeUndefined();
});
