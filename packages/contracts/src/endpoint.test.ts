import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { defineEndpoint, type SuccessOut } from './endpoint.ts';

const pet = z.object({ kind: z.enum(['cat', 'dog']), names: z.array(z.string()) });
const about = { id: 'getPet', method: 'GET', path: '/pets', summary: 'A pet.', auth: [] } as const;
const empty = { status: 204 } as const;

test('an endpoint keeps the literal types of its address, and the type of its response', () => {
    const getPet = defineEndpoint({
        id: 'getPet',
        method: 'GET',
        path: '/pets/:pet_id',
        summary: 'A pet.',
        auth: ['secret_key'],
        params: z.object({ pet_id: z.string() }),
        success: { status: 200, body: pet, example: { kind: 'cat', names: ['Mia'] } },
        example: { params: { pet_id: 'mia' } }
    });
    expectTypeOf(getPet.path).toEqualTypeOf<'/pets/:pet_id'>();
    expectTypeOf(getPet.auth).toEqualTypeOf<readonly ['secret_key']>();
    expectTypeOf<SuccessOut<typeof getPet>>().toEqualTypeOf<z.output<typeof pet>>();
});

test('an example request is what callers write, before defaults and conversions', () => {
    const query = z.strictObject({ since: z.iso.date().transform((text) => new Date(text)), page: z.coerce.number().default(0) });
    const listPets = defineEndpoint({ ...about, query, success: empty, example: { query: { since: '2026-01-20' } } });
    expect(query.parse(listPets.example.query)).toEqual({ since: new Date('2026-01-20'), page: 0 });
    const getFile = defineEndpoint({ ...about, path: '/files/*path', success: empty, example: { params: { path: 'a/b' } } });
    expect(getFile.example.params.path).toBe('a/b');
});

test('the compiler refuses an example response that the schema does not have', () => {
    expect(defineEndpoint({ ...about, success: { status: 200, body: pet, example: { kind: 'cat', names: [] } } })).toMatchObject(about);
    // @ts-expect-error No such kind.
    defineEndpoint({ ...about, success: { status: 200, body: pet, example: { kind: 'cow', names: [] } } });
    // @ts-expect-error The names are missing.
    defineEndpoint({ ...about, success: { status: 200, body: pet, example: { kind: 'cat' } } });
    // @ts-expect-error Names are strings.
    defineEndpoint({ ...about, success: { status: 200, body: pet, example: { kind: 'cat', names: [1] } } });
    // @ts-expect-error There is no such field.
    defineEndpoint({ ...about, success: { status: 200, body: pet, example: { kind: 'cat', names: [], age: 3 } } });
    // @ts-expect-error There is no example.
    defineEndpoint({ ...about, success: { status: 200, body: pet } });
});

test('the compiler refuses an example request that the schemas do not have', () => {
    expect(defineEndpoint({ ...about, body: pet, success: empty, example: { body: { kind: 'cat', names: [] } } })).toMatchObject(about);
    // @ts-expect-error No such kind.
    defineEndpoint({ ...about, body: pet, success: empty, example: { body: { kind: 'cow', names: [] } } });
    // @ts-expect-error The names are missing.
    defineEndpoint({ ...about, body: pet, success: empty, example: { body: { kind: 'cat' } } });
    // @ts-expect-error There is no such field.
    defineEndpoint({ ...about, body: pet, success: empty, example: { body: { kind: 'cat', names: [], age: 3 } } });
    // @ts-expect-error The body is missing.
    defineEndpoint({ ...about, body: pet, success: empty, example: {} });
    // @ts-expect-error The endpoint takes no query.
    defineEndpoint({ ...about, body: pet, success: empty, example: { body: { kind: 'cat', names: [] }, query: { kind: 'cat' } } });
    // @ts-expect-error The endpoint takes no input.
    defineEndpoint({ ...about, success: empty, example: { query: { kind: 'cat' } } });
    // @ts-expect-error The parameter has another name.
    defineEndpoint({ ...about, path: '/files/*path', success: empty, example: { params: { file: 'a/b' } } });
});
