import { createHash } from 'node:crypto';

/** Of an issuer, for addresses; not secret. */
export function issuerHash(issuer: string): string {
    return createHash('sha256').update(issuer).digest('hex').slice(0, 32);
}

/**
 * A redirect URI for this issuer alone. The code of another server, which an attacker's server has
 * sent the browser to, would come back elsewhere (RFC 9700 §4.4.2.2).
 */
export function redirectUriFor({ publicUrl }: { publicUrl: string }, hash: string): string {
    return `${publicUrl}/oauth/callback/${hash}`;
}

/** Where the client's metadata document for an issuer is; it is the client's id there. */
export function metadataDocumentUrl({ publicUrl }: { publicUrl: string }, hash: string): string {
    return `${publicUrl}/oauth/client-metadata/${hash}.json`;
}

/** Whether authorization servers can fetch the document. */
export function servesMetadataDocuments({ publicUrl }: { publicUrl: string }): boolean {
    return publicUrl.startsWith('https://');
}
