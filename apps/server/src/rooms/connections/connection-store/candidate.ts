import type { CredentialValues } from '@patchbay/providers';
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
export interface Grant {
    askedScopes: string[];
    /** As the provider names them; null where it does not say. */
    grantedScopes: string[] | null;
    /** When the token came, ISO 8601. Absent in attempts of older servers. */
    issuedAt?: string;
    /** ISO 8601; null where the provider names no end. */
    endsAt: string | null;
    /** End of an unused grant, ISO 8601; null: not stated. Absent in attempts of older servers. */
    idleEndsAt?: string | null;
    /** The integration's OAuth app; absent where the session or the import brought its own. */
    clientId?: string;
}
