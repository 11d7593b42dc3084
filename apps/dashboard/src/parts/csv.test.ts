import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

test('quotes are doubled, and what a spreadsheet would take for a formula is text', () => {
    expect(
        toCsv([
            ['customer', 'link'],
            ['Ada "Countess"', '=HYPERLINK("x")'],
            ['-1', '@a']
        ])
    ).toBe('"customer","link"\r\n"Ada ""Countess""","\'=HYPERLINK(""x"")"\r\n"\'-1","\'@a"\r\n');
});
