import type { ConnectionSummary, Patchbay } from '@patchbay/node';
import { signedInPerson } from './connection-health.ts';
import { replaceGemKey, revokePerson, revokeRealm, rotate, type Vendor } from './sandbox-client.ts';
import type { SandboxAddresses } from './settings.ts';

/** Ends a connection's access as it happens in life: at the third party, and without a word. */
export async function breakConnection(
    { patchbay, sandbox }: { patchbay: Patchbay; sandbox: SandboxAddresses },
    connection: ConnectionSummary,
    vendor: Vendor
): Promise<{ result: 'revoked' | 'key_replaced' | 'password_changed' | 'already_refused' }> {
    if (connection.provider === 'sandbox-quickbooks') {
        const { connection_config: config } = await patchbay.connections.get(connection);
        return { result: (await revokeRealm(sandbox, config.realmId)) > 0 ? 'revoked' : 'already_refused' };
    }
    if (vendor.client) {
        const health = await signedInPerson(patchbay, connection);
        if (health.state === 'refused') return { result: 'already_refused' };
        if (health.state !== 'works') throw new Error('The sandbox does not say whose connection this is.');
        await revokePerson(sandbox, health.account.id, vendor.client.id);
        return { result: 'revoked' };
    }
    const { credentials } = await patchbay.connections.get(connection);
    const { apiKey, username } = credentials;
    if (connection.provider === 'sandbox-gem') {
        await replaceGemKey(sandbox, String(apiKey));
        return { result: 'key_replaced' };
    }
    if (typeof apiKey === 'string') {
        await rotate(sandbox, { key: apiKey });
        return { result: 'key_replaced' };
    }
    await rotate(sandbox, { user: String(username) });
    return { result: 'password_changed' };
}
