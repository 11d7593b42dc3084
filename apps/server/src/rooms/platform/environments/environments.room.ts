import { room } from '../../../room.ts';
import { createTtlCache, type TtlCache, rowCacheMs } from '../../../kernel/runtime/ttl-cache.ts';
import type { CachedKey, SecretKeyCaller } from './authenticate-secret-key.ts';
import { deleteOlder } from '../../../kernel/sql/delete-older.sql.ts';

declare module '../../../deps.ts' {
    interface Deps {
        /** Rows by public id; short-lived: a revoked key is refused within 5 s (T-38). */
        secretKeys: TtlCache<CachedKey>;
    }
}

declare module '../../../kernel/log/log.ts' {
    interface LogFields {
        /** Names of encryption keys. */
        first_key?: string;
        retired_keys?: readonly string[];
    }
}

declare module '../../../kernel/http/authenticate.ts' {
    interface Callers {
        secret_key: SecretKeyCaller;
    }
}

export const environments = room({
    name: 'environments',
    cleanUps: { deleteExpiredKeys: deleteOlder('secret_keys', 'revoked_at', 90 * 24 * 60 * 60_000) },
    open: ({ clock }) => ({ state: { secretKeys: createTtlCache<CachedKey>({ clock, lifetimeMs: rowCacheMs }) } })
});
