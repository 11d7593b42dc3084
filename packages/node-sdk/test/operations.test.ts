import type * as contract from '@patchbay/contracts';
import type { CallInput, SuccessOut } from '@patchbay/contracts';
import { expectTypeOf, test } from 'vitest';
import type { RecordMetadata } from '../src/operations.gen.ts';
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
        ? [Required<Omit<Operations[K], 'response' | 'alternatives'>>] extends [Partial<Required<CallInput<Contract[K]>>>]
            ? never
            : K
        : K;
}[Id];

/** Made from the unified models, so that their contracts have no types of their own. */
type UnifiedId = {
    [K in keyof Operations]: Operations[K] extends { alternatives: object } | { response: RecordMetadata | { records: RecordMetadata[] } }
        ? K
        : never;
}[keyof Operations];

type Models = typeof contract.accountingSchemas;
/** Models whose published types are not those of their schemas. */
type WrongModel = {
    [M in keyof Models]: [Models[M]['record']['_zod']['output']] extends [Operations[`create${M}`]['response']]
        ? [Operations[`create${M}`]['body']] extends [Models[M]['create']['_zod']['input']]
            ? never
            : M
        : M;
}[keyof Models];
type AtsModels = typeof contract.atsSchemas;
type WrongAtsModel = {
    [M in keyof AtsModels]: `get${M}` extends keyof Operations
        ? [AtsModels[M]['_zod']['output']] extends [Omit<Operations[`get${M}`]['response'], keyof RecordMetadata>]
            ? never
            : M
        : never;
}[keyof AtsModels];

test('the published types take and give what the contract does', () => {
    expectTypeOf<Exclude<keyof Operations, keyof Contract | UnifiedId>>().toEqualTypeOf<'listCandidateNotes'>();
    expectTypeOf<WrongModel>().toBeNever();
    expectTypeOf<WrongAtsModel>().toBeNever();
    expectTypeOf<Operations['createCandidate']['body']>().toExtend<AtsModels['CreateCandidate']['_zod']['input']>();
    expectTypeOf<Operations['createCandidateNote']['body']>().toExtend<AtsModels['CreateNote']['_zod']['input']>();
    expectTypeOf<WrongResponse>().toBeNever();
    expectTypeOf<WrongInput>().toBeNever();
});
