import { expect, test } from 'vitest';
import { customerMessage } from './customer-message.ts';

test('customers of an app that is down are told since when, whose trouble it is, and what follows', () => {
    expect(customerMessage('HubSpot', { state: 'down', cause: 'provider', since: '2026-01-20T14:02:00.000Z' })).toBe(
        'HubSpot does not work at the moment, since Jan 20, 2026, 2:02 PM UTC. The trouble is at HubSpot: neither your account nor your ' +
            'connection is broken, and there is nothing to do. What you see from it may be late or incomplete until it works again.'
    );
});

test('what is not known is left out', () => {
    expect(customerMessage('Xero', { state: 'degraded', cause: null, since: null })).toBe(
        'Some of what we do with Xero fails at the moment. What you see from it may be late or incomplete until it works again.'
    );
});
