import type { CredentialValues } from '@patchbay/providers';
import { z } from 'zod';

type Half = CredentialValues & { type: string };

/** Both tokens of CUSTOM, each as that of its own type is stored. */
export interface Halves {
    /** Of the installation. */
    app: Half;
    /** Of who installed it; null where they are not known. */
    user: Half | null;
}

const half = z.looseObject({ type: z.string() });
const stored = z.object({ app: half, user: half.nullable() });

/** Undefined for credentials of another type. */
export function halvesOf(credentials: CredentialValues): Halves | undefined {
    return credentials.type === 'CUSTOM' ? stored.parse(credentials) : undefined;
}

/** In wire form. `raw` is the last response to who signed in. */
export function toCustomCredentials({ app, user }: Halves): Half & Halves {
    return { type: 'CUSTOM', app, user, raw: user?.raw ?? app.raw };
}

/** The tokens of who signed in; undefined where there are none. */
export function userHalfOf(credentials: CredentialValues): Half | undefined {
    return halvesOf(credentials)?.user ?? undefined;
}

/** Credentials one by one: all types but CUSTOM have one part. */
export function partsOf(credentials: CredentialValues): CredentialValues[] {
    const halves = halvesOf(credentials);
    return halves ? [halves.app, ...(halves.user ? [halves.user] : [])] : [credentials];
}
