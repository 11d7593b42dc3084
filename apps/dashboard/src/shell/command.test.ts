import { expect, test } from 'vitest';
import { commandIn } from './command.ts';

test.each([
    ['pause acme', { verb: 'pause', rest: 'acme' }],
    ['Run  Acme Ltd', { verb: 'run', rest: 'Acme Ltd' }],
    ['trigger acme', { verb: 'run', rest: 'acme' }],
    ['reconnect acme', { verb: 'link', rest: 'acme' }],
    ['copy id acme', { verb: 'copy', rest: 'acme' }],
    ['settings hubspot', { verb: 'settings', rest: 'hubspot' }],
    // No connection is named yet.
    ['pause', { verb: undefined, rest: 'pause' }],
    ['acme', { verb: undefined, rest: 'acme' }],
    ['paused ltd', { verb: undefined, rest: 'paused ltd' }]
])('“%s” says what is to be done, and to what', (text, command) => {
    expect(commandIn(text)).toEqual(command);
});
