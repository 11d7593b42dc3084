import { expect, test } from 'vitest';
import { isValidValue } from '../fields.ts';
import { fakeVendor } from '../fake-vendor.ts';
import provider from './provider.ts';

const credentials = { type: 'TBA', token_id: 'id', token_secret: 'secret' };

test('an account id is taken as the address has it and as NetSuite shows it', () => {
    const { accountId } = provider.connection_config;
    const values = ['1234567', '1234567-sb1', '1234567_SB1', 'TSTDRV123', '1234567.evil.example', '_SB1', 'a b'];
    expect(values.filter((value) => isValidValue(accountId, value))).toEqual(['1234567', '1234567-sb1', '1234567_SB1', 'TSTDRV123']);
});

test('the account is the one that the token is for', async () => {
    const request = fakeVendor({});
    const identify = (connectionConfig: Record<string, string>) => provider.identify?.({ credentials, connectionConfig, request });
    expect(await identify({ accountId: '1234567-SB1' })).toEqual({ accounts: [{ id: '1234567-sb1', label: '1234567-SB1' }] });
    expect(await identify({})).toEqual({ accounts: [] });
});
