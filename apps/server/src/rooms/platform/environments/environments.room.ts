import { room } from '../../../room.ts';
import { createTtlCache, type TtlCache, rowCacheMs } from '../../../kernel/runtime/ttl-cache.ts';
import type { AccountKeyCaller, CachedAccountKey, CachedKey, SecretKeyCaller } from './authenticate-secret-key.ts';
import { deleteOlder } from '../../../kernel/sql/delete-older.sql.ts';

declare module '../../../deps.ts' {
    interface Deps {
        /** Rows by public id; short-lived: a revoked key is refused within 5 s (T-38). */
        secretKeys: TtlCache<CachedKey>;
        accountKeys: TtlCache<CachedAccountKey>;
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
        account_key: AccountKeyCaller;
    }
}

const revokedKeptMs = 90 * 24 * 60 * 60_000;

export const environments = room({
    name: 'environments',
    cleanUps: {
        deleteExpiredKeys: deleteOlder('secret_keys', 'revoked_at', revokedKeptMs),
        deleteRotatedKeys: deleteOlder('secret_keys', 'expires_at', revokedKeptMs),
        deleteExpiredAccountKeys: deleteOlder('account_keys', 'revoked_at', revokedKeptMs)
    },
    open: ({ clock }) => ({
        state: {
            secretKeys: createTtlCache<CachedKey>({ clock, lifetimeMs: rowCacheMs }),
            accountKeys: createTtlCache<CachedAccountKey>({ clock, lifetimeMs: rowCacheMs })
        }
    })
});
