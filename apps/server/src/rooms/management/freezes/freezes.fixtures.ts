import { createFreeze, type freezeView, getFreeze, liftFreeze, revokeFrozen } from '@patchbay/contracts';
import type { TestApp } from '@patchbay/test-kit';
import { vi } from 'vitest';
import type { z } from 'zod';

type Freeze = z.output<typeof freezeView>;

/** @param integrationId absent: the whole environment */
export async function freeze(app: TestApp, integrationId?: string): Promise<Freeze> {
    const which = integrationId === undefined ? {} : { integration_id: integrationId };
    return (await app.call(createFreeze, { body: { reason: 'A key has leaked', ...which } })).data;
}

export async function lift(app: TestApp, freezeId: string): Promise<Freeze> {
    return (await app.call(liftFreeze, { params: { freeze_id: freezeId } })).data;
}

/** Freezes an integration, and begins to revoke its grants. @returns the freeze's id */
export async function freezeAndRevoke(app: TestApp, integrationId: string): Promise<string> {
    const { id } = await freeze(app, integrationId);
    await app.call(revokeFrozen, { params: { freeze_id: id } });
    return id;
}

/** Waits until every grant of a freeze is accounted for, and gives the counts. */
export async function revocationOf(app: TestApp, freezeId: string): Promise<Freeze['revocation']> {
    const { revocation } = await vi.waitUntil(
        async () => {
            const { data } = await app.call(getFreeze, { params: { freeze_id: freezeId } });
            return data.revocation?.is_finished ? data : undefined;
        },
        { timeout: 30_000 }
    );
    return revocation;
}
