import { expect, test } from 'vitest';
import { parseQuery } from './query-parser.ts';

test.each([
    ['select * from invoice', { select: '*', entity: 'invoice', where: [], orderBy: undefined, start: 1, max: 100 }],
    ['SELECT COUNT(*) FROM Customer', { select: 'count', entity: 'Customer' }],
    ['Select Id, DisplayName From Customer', { select: ['Id', 'DisplayName'] }],
    [
        "select * from Customer where DisplayName = 'O\\'Neill' and Active in (true, false)",
        {
            where: [
                { field: 'DisplayName', operator: '=', values: ["O'Neill"] },
                { field: 'Active', operator: 'IN', values: [true, false] }
            ]
        }
    ],
    [
        "select * from Bill where MetaData.LastUpdatedTime>='2026-01-01T00:00:00+01:00' orderby MetaData.LastUpdatedTime desc startposition 11 maxresults 1000",
        {
            where: [{ field: 'MetaData.LastUpdatedTime', operator: '>=', values: ['2026-01-01T00:00:00+01:00'] }],
            orderBy: { field: 'MetaData.LastUpdatedTime', isDescending: true },
            start: 11,
            max: 1000
        }
    ],
    ["select * from Item where Name like '%pump%'", { where: [{ field: 'Name', operator: 'LIKE', values: ['%pump%'] }] }]
])('a client asks %s', (text, query) => {
    expect(parseQuery(text)).toMatchObject(query);
});

test.each([
    ["select * from Bill where Id = '1' or Id = '2'", '4000', /Encountered "or" at line 1, column 35/],
    ["select * from Bill where (Id = '1')", '4000', /Encountered "\(" at line 1, column 26/],
    ['select * from Bill order by Id', '4000', /column 20/],
    ['select * from Bill maxresults 5 startposition 1', '4000', /Encountered "startposition"/],
    ["select * from Bill where Id = 'x", '4000', /Lexical error at line 1, column 31/],
    ['select * from Bill where Id = x', '4000', /single quotes/],
    ['select', '4000', /<EOF>/],
    ['', '4000', /Encountered "<EOF>" at line 1, column 1/],
    ['select * from Bill maxresults 1500', '4001', /QueryValidationError: value 1500 is too large. Max allowed value is 1000/],
    ['select * from Bill startposition 0', '4001', /too small/]
])('a client that asks %s is refused', (text, code, detail) => {
    expect(() => parseQuery(text)).toThrow(expect.objectContaining({ code, detail: expect.stringMatching(detail) }));
});
