import { expect, test } from 'vitest';
import { markersOf } from './markers.ts';

test('changes of settings are told in words, with what they are of where that is known', () => {
    const at = '2026-01-20T14:00:00.000Z';
    const texts = markersOf([
        { at, change: 'integration_changed', target: 'hubspot' },
        { at, change: 'functions_deployed', target: null },
        { at, change: 'function_changed', target: 'hubspot' },
        { at, change: 'frozen', target: null },
        { at, change: 'key_revoked', target: null }
    ]).map(({ text }) => text);
    expect(texts).toEqual([
        'integration hubspot changed',
        'functions deployed',
        'a function of hubspot changed',
        'the environment frozen',
        'a secret key revoked'
    ]);
});
