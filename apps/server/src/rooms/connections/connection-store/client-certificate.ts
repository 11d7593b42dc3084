import { X509Certificate } from 'node:crypto';
import { type CredentialValues, interpolate, type Provider } from '@patchbay/providers';
import type { ClientCertificate, EgressPurpose } from '../../../kernel/egress/egress.ts';

/** A certificate and its key as they were typed; undefined where the provider demands none. */
export function typedCertificate(provider: Provider, credentials: CredentialValues): { cert: string; key: string } | undefined {
    if (provider.auth_mode !== 'OAUTH2_CC' || !provider.client_certificate) return undefined;
    const { certificate, private_key: privateKey } = provider.client_certificate;
    // A line break that was lost on the way.
    const read = (template: string) => (interpolate(template, { credentials }) ?? '').trim().replaceAll('\\n', '\n');
    return { cert: read(certificate), key: read(privateKey) };
}

/**
 * What a request to the provider shows in the TLS handshake, on sockets that no other connection
 * uses.
 */
export function clientCertificateOf(
    { integration: { provider }, credentials }: { integration: { provider: Provider }; credentials: CredentialValues },
    { environmentId, connectionId, operationId }: Pick<EgressPurpose, 'environmentId' | 'connectionId' | 'operationId'>
): { clientCertificate?: ClientCertificate } {
    const typed = typedCertificate(provider, credentials);
    const holder = JSON.stringify([environmentId, connectionId ?? operationId]);
    return typed ? { clientCertificate: { ...typed, holder } } : {};
}

/** When the provider stops to accept it; undefined where it demands none, or it cannot be read. */
export function endOfCertificate(provider: Provider, credentials: CredentialValues): Date | undefined {
    const typed = typedCertificate(provider, credentials);
    try {
        return typed && new Date(new X509Certificate(typed.cert).validTo);
    } catch {
        return undefined;
    }
}
