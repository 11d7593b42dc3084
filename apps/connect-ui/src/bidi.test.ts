import { expect, test } from 'vitest';
import { texts as arabic } from './texts.ar.ts';
import { english } from './texts.en.ts';

test('a name in an Arabic sentence keeps its brackets in place', () => {
    expect(arabic.connectTitle('Sandbox (two keys)')).toBe('ربط \u2068Sandbox (two keys)\u2069');
    expect(arabic.mismatchText('Ada (Ltd)', 'Grace (Inc)')).toContain('\u2068Ada (Ltd)\u2069');
    expect(arabic.failed.consent_denied({ provider: 'Zoho (EU)', app: 'Juniper', ref: 'C-7F3K2', providerText: null })).toMatch(
        /\u2068Juniper\u2069.*\u2068Zoho \(EU\)\u2069/
    );
});

test('a name in an English sentence is set apart only where it would turn the direction', () => {
    expect(english.connectTitle('Sandbox (two keys)')).toBe('Connect Sandbox (two keys)');
    expect(english.connectedAs('חברה (בע״מ)')).toBe('Signed in as \u2068חברה (בע״מ)\u2069.');
    expect(english.connectedAs('\u202Eolleh')).toBe('Signed in as \u2068\u202Eolleh\u2069.');
});
