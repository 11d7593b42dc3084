import type * as contract from '@patchbay/contracts';
import type { CallInput, SuccessOut } from '@patchbay/contracts';
import { expectTypeOf, test } from 'vitest';
import type { Operations } from '../src/operations.ts';

type Contract = typeof contract;
type Id = keyof Operations & keyof Contract;

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
    expectTypeOf<Exclude<keyof Operations, keyof Contract>>().toBeNever();
    expectTypeOf<WrongResponse>().toBeNever();
    expectTypeOf<WrongInput>().toBeNever();
});
