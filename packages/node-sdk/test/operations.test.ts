import type * as contract from '@patchbay/contracts';
import type { CallInput, SuccessOut } from '@patchbay/contracts';
import { expectTypeOf, test } from 'vitest';
import type { Operations } from '../src/operations.ts';

type Contract = typeof contract;
type Id = keyof Operations & keyof Contract;

/** Those of the unified API, whose contracts are lists. */
type UnifiedId = keyof Operations &
    (
        | `${'list' | 'get' | 'create' | 'update' | 'delete' | 'void' | 'send'}${Model | `${Model}s`}`
        | 'listJournalEntries'
        | 'uploadResume'
        | 'updateNamedApplication'
    );
type Model =
    | 'Account'
    | 'Application'
    | 'Bill'
    | 'BillPayment'
    | 'Candidate'
    | 'CandidateNote'
    | 'CreditMemo'
    | 'Customer'
    | 'Deposit'
    | 'Invoice'
    | 'Item'
    | 'Job'
    | 'JobPost'
    | 'JobStage'
    | 'JournalEntry'
    | 'Location'
    | 'Payment'
    | 'Purchase'
    | 'PurchaseOrder'
    | 'Transfer'
    | 'User';

/** Ids of the operations whose published response is not what the contract parses. */
type WrongResponse = {
    [K in Id]: Contract[K] extends contract.EndpointShape ? ([SuccessOut<Contract[K]>] extends [Operations[K]['response']] ? never : K) : K;
}[Id];

/** Ids of the operations whose published input the contract would not take. */
type WrongInput = {
    [K in Id]: Contract[K] extends contract.EndpointShape
        ? [Required<Omit<Operations[K], 'response'>>] extends [Partial<Required<CallInput<Contract[K]>>>]
            ? never
            : K
        : K;
}[Id];

test('the published types take and give what the contract does', () => {
    expectTypeOf<Exclude<keyof Operations, keyof Contract | UnifiedId>>().toBeNever();
    expectTypeOf<WrongResponse>().toBeNever();
    expectTypeOf<WrongInput>().toBeNever();
});
