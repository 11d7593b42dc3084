import { room } from '../../../room.ts';
import { createShortMemory, type ShortMemory, shortMemoryMs } from '../../../kernel/runtime/short-memory.ts';
import { environmentRoutes } from './environments.routes.ts';
import type { RememberedKey, SecretKeyCaller } from './authenticate-secret-key.ts';
import { deleteExpiredKeys } from './delete-expired-keys.ts';

declare module '../../../deps.ts' {
    interface Deps {
        /** Rows of secret keys by their public id, for so long that a revoked key is refused everywhere within 5 s (T-38). */
        secretKeys: ShortMemory<RememberedKey>;
    }
}

declare module '../../../kernel/http/authenticate.ts' {
    interface Callers {
        secret_key: SecretKeyCaller;
    }
}

export const environments = room({
    name: 'environments',
    routes: environmentRoutes,
    cleanUps: { deleteExpiredKeys },
    open: ({ clock }) => ({ state: { secretKeys: createShortMemory<RememberedKey>({ clock, lifetimeMs: shortMemoryMs }) } })
});
