import { expect, test } from 'vitest';
import { changesBetween } from './changes-between.ts';

test('what has changed is told field by field, with what was there before', () => {
    const before = { id: '1', name: 'Ada Byron', address: { city: 'London', zip: 'W1' }, tags: ['a'], gone: true, same: [1, { a: 2 }] };
    const now = {
        id: '1',
        name: 'Ada Lovelace',
        address: { city: 'Paris', zip: 'W1' },
        tags: ['a', 'b'],
        added: null,
        same: [1, { a: 2 }]
    };
    expect(changesBetween(before, now)).toEqual([
        { path: 'name', before: 'Ada Byron', now: 'Ada Lovelace' },
        { path: 'address.city', before: 'London', now: 'Paris' },
        { path: 'tags', before: ['a'], now: ['a', 'b'] },
        { path: 'gone', before: true, now: undefined },
        { path: 'added', before: undefined, now: null }
    ]);
});

test('an object in the place of a value is one change', () => {
    expect(changesBetween({ owner: 'u1' }, { owner: { id: 'u1' } })).toEqual([{ path: 'owner', before: 'u1', now: { id: 'u1' } }]);
    expect(changesBetween({ a: { b: 1 } }, { a: { b: 1 } })).toEqual([]);
});
