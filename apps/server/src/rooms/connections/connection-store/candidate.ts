import type { CredentialValues } from '@patchbay/providers';
import { z } from 'zod';
import type { Integration } from '../../platform/integrations/open-integration.ts';

/** Credentials and configuration that are not stored, or not yet. */
export interface Candidate {
    integration: Integration;
    credentials: CredentialValues & { type: string };
    /** Secret fields included. */
    config: Record<string, unknown>;
    /** Absent where the provider grants nothing, or it is not known. */
    grant?: Grant;
    /** What else the provider was sent on the way, and may repeat: the code, the PKCE verifier. */
    spent?: readonly unknown[];
}

/** What a sign-in asked for and was given. */
export const grant = z.object({
    askedScopes: z.array(z.string()),
    /** As the provider names them; null where it does not say. */
    grantedScopes: z.array(z.string()).nullable(),
    /** When the token came, ISO 8601. Absent in attempts of older servers. */
    issuedAt: z.string().exactOptional(),
    /** ISO 8601; null where the provider names no end. */
    endsAt: z.string().nullable(),
    /** End of an unused grant, ISO 8601; null: not stated. Absent in attempts of older servers. */
    idleEndsAt: z.string().nullable().exactOptional(),
    /** The integration's OAuth app; absent where the session or the import brought its own. */
    clientId: z.string().exactOptional()
});
export type Grant = z.output<typeof grant>;
