import { createHash, createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import { randomBytes } from '../../../kernel/crypto/random-bytes.ts';
import type { Sealed, SealPlace } from '../../../kernel/crypto/seal.ts';
import { sealedTable } from '../../../kernel/crypto/sealed-table.ts';

/** The newest key first. An older one signs too until its time. */
const signingKeys = z.array(z.object({ key: z.string(), until: z.iso.datetime().nullable() })).min(1);
export type SigningKeys = z.output<typeof signingKeys>;

const prefix = 'whsec_';
const keyBytes = 32;

/** `whsec_` and 32 bytes in base64. @see https://www.standardwebhooks.com */
export function mintSigningKey(): string {
    return `${prefix}${randomBytes(keyBytes).toString('base64')}`;
}

export const sealedEndpoints = sealedTable({ name: 'webhook_endpoints', columns: ['signing_keys'], key: 'id', boundTo: ['id'] });

function placeOf(environmentId: string, endpointId: string): SealPlace {
    return sealedEndpoints.place({ environment_id: environmentId, id: endpointId }, 'signing_keys');
}

export function sealSigningKeys(
    { seal }: Pick<Deps, 'seal'>,
    at: { environmentId: string; endpointId: string },
    keys: SigningKeys
): Sealed {
    return seal.seal(placeOf(at.environmentId, at.endpointId), keys);
}

/** Those that sign now, the newest first. @throws {SealError} */
export function openValidKeys(
    { seal, clock }: Pick<Deps, 'seal' | 'clock'>,
    at: { environmentId: string; endpointId: string },
    sealed: Buffer
): SigningKeys {
    const now = clock.now();
    return seal
        .open(placeOf(at.environmentId, at.endpointId), sealed, signingKeys)
        .filter(({ until }) => until === null || new Date(until) > now);
}

export function openSigningKeys(...args: Parameters<typeof openValidKeys>): string[] {
    return openValidKeys(...args).map(({ key }) => key);
}

/**
 * The headers of one delivery: those of Standard Webhooks, signed with every key that is valid, and
 * those that the reference's clients verify, signed with the newest.
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signedHeaders(message: { id: string; at: Date; body: string }, keys: readonly string[]): Record<string, string> {
    const timestamp = String(Math.floor(message.at.getTime() / 1000));
    const signed = `${message.id}.${timestamp}.${message.body}`;
    const signatures = keys.map(
        (key) =>
            `v1,${createHmac('sha256', Buffer.from(key.slice(prefix.length), 'base64'))
                .update(signed)
                .digest('base64')}`
    );
    const [newest = ''] = keys;
    return {
        'webhook-id': message.id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signatures.join(' '),
        'x-nango-hmac-sha256': createHmac('sha256', newest).update(message.body).digest('hex'),
        'x-nango-signature': createHash('sha256').update(`${newest}${message.body}`).digest('hex')
    };
}
