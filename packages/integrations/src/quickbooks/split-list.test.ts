import { expect, test } from 'vitest';
import { splitList } from './split-list.ts';

const objects = [
    { Id: '1', Line: [{ Id: '1', Tags: [[], [1, 2]] }, {}] },
    { Id: '2', Note: 'A quote " and a backslash \\, then ]} and "Bill":[{ in words' },
    { Id: '3', Note: '\\', Memo: '\\"]' },
    { Id: '4', Amount: 0.1 }
];
const response = (list: unknown, space?: number) =>
    JSON.stringify({ note: 'Of "Bill":[', CDCResponse: [{ QueryResponse: [{ Bill: list, maxResults: 4 }] }], time: 'now' }, null, space);

test.each([undefined, 4])('each object of a list is in one part, whatever its texts hold, indented by %s', (space) => {
    for (const size of [1, 3, 4, 100]) {
        const split = splitList(response(objects, space), 'Bill') ?? expect.fail('there is no list');
        const parts = [...split.parts(size)].map((part): unknown[] => JSON.parse(part));
        expect(parts.flat()).toEqual(objects);
        expect(parts.map(({ length }) => length <= size)).not.toContain(false);
        expect([split.count, JSON.parse(split.rest)]).toEqual([4, JSON.parse(response([]))]);
    }
});

test('an empty list has no parts, and what has no such list, or only its beginning, is not split', () => {
    const empty = splitList(response([]), 'Bill');
    expect([empty?.count, [...(empty?.parts(10) ?? [])]]).toEqual([0, []]);
    expect(splitList(response(objects), 'Invoice')).toBeNull();
    expect(splitList(response(objects).slice(0, 100), 'Bill')).toBeNull();
    expect(splitList('<html>Maintenance</html>', 'Bill')).toBeNull();
});
