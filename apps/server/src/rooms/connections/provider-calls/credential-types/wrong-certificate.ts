import { X509Certificate } from 'node:crypto';
import type { CredentialValues, FieldIssue, OAuth2ClientCredentialsProvider } from '@patchbay/providers';
import { typedCertificate } from '../../connection-store/client-certificate.ts';
import { privateKeyOf } from './pem-key.ts';

/** What is wrong with a client certificate and its key, for the person that typed them. */
export function wrongCertificate(
    provider: OAuth2ClientCredentialsProvider,
    credentials: CredentialValues,
    now: Date
): FieldIssue | undefined {
    const typed = typedCertificate(provider, credentials);
    if (!typed || !provider.client_certificate) return undefined;
    const { certificate: ofCertificate, private_key: ofKey } = provider.client_certificate;
    const certificate = certificateOf(typed.cert, now);
    if ('message' in certificate) return { path: [fieldOf(provider, ofCertificate)], message: certificate.message };
    const key = privateKeyOf(typed.key);
    const path = [fieldOf(provider, ofKey)];
    if ('message' in key) return { path, message: key.message };
    return certificate.checkPrivateKey(key) ? undefined : { path, message: 'This private key does not belong to the certificate.' };
}

function certificateOf(pem: string, now: Date): X509Certificate | { message: string } {
    if (!pem.includes('BEGIN CERTIFICATE'))
        return { message: 'This is not a certificate. Paste all of it, with the lines that say BEGIN and END.' };
    let certificate: X509Certificate;
    try {
        certificate = new X509Certificate(pem);
    } catch {
        return { message: 'This certificate can’t be read. Paste all of it, with the lines that say BEGIN and END.' };
    }
    const { validFrom, validTo } = certificate;
    if (new Date(validTo) <= now) return { message: `This certificate ended on ${dayOf(validTo)}. Paste the one that replaced it.` };
    if (new Date(validFrom) > now) return { message: `This certificate is not valid before ${dayOf(validFrom)}.` };
    return certificate;
}

function dayOf(time: string): string {
    return new Date(time).toISOString().slice(0, 10);
}

/** The first credential field that a template names. */
function fieldOf({ credentials }: OAuth2ClientCredentialsProvider, template: string): string {
    return Object.keys(credentials).find((name) => template.includes(`\${credentials.${name}}`)) ?? '';
}
