import { expect, test } from 'vitest';
import { recordVerified } from './record-verified.ts';

const day = '2026-11-28';

test('what was called is written into the source of a definition, in its own line', () => {
    const source = "    aliases: ['a'],\n    certainty: { level: 'assumed', checked_on: '2026-01-01' },\n    auth_mode: 'API_KEY',";
    expect(recordVerified(source, { isJson: false, day })).toBe(source.replace('assumed', 'verified').replace('2026-01-01', day));
    expect(() => recordVerified('auth_mode: 1', { isJson: false, day })).toThrow(/no certainty/);
});

test('in JSON all else stays', () => {
    const text = recordVerified('{"display_name":"Acme","certainty":{"level":"documented","checked_on":"2026-01-01"}}', {
        isJson: true,
        day
    });
    expect(JSON.parse(text)).toEqual({ display_name: 'Acme', certainty: { level: 'verified', checked_on: day } });
});
