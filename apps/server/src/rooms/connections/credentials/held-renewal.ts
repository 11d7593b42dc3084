import type { Deps } from '../../../deps.ts';
import type { KeepRenewed, RefreshedCredentials } from '../provider-calls/credential-types/credential-type.ts';
import type { UsableConnection } from '../connection-store/open-connection.ts';
import { connectionPlace } from '../connection-store/save-connection.ts';
import type { ProviderCallDeps } from '../provider-calls/provider-request.ts';
import { revokeIfUnused } from '../revocation/revoke-unless-shared.ts';
import { type Lease, storeUnderLease } from './refresh.sql.ts';

/** As long as a lease that is acquired. */
const leaseMs = 30_000;

/** What is known of a renewal in several requests. */
export interface HeldRenewal {
    keep: KeepRenewed;
    /** As it is by now: storing moves it on. */
    readonly lease: Lease;
    /** What the database did not take: the refresh token before it is spent. */
    readonly unstored: RefreshedCredentials | undefined;
}

/**
 * Stores what one request of a renewal has brought before the next one is sent.
 * @race a server that read the row before stores over it, or spends the old refresh token: the
 * fence moves on with it
 */
export function heldRenewal(
    deps: ProviderCallDeps & Pick<Deps, 'db' | 'seal' | 'dataKeys' | 'background'>,
    connection: UsableConnection,
    acquired: Lease
): HeldRenewal {
    const { db, seal, dataKeys, clock, log } = deps;
    const { row, integration } = connection;
    let lease = acquired;
    let unstored: RefreshedCredentials | undefined;
    const about = { environment: row.environment_id, integration_id: integration.row.unique_key, connection_id: row.connection_id };
    return {
        get lease() {
            return lease;
        },
        get unstored() {
            return unstored;
        },
        async keep(renewed) {
            try {
                await dataKeys.catchUp();
                const until = new Date(clock.now().getTime() + leaseMs);
                const credentials = seal.seal(connectionPlace(row, 'credentials'), renewed.credentials);
                const stored = await storeUnderLease(db, lease, { credentials }, until);
                if (stored) lease = stored;
                else {
                    log.warn('late_token_refused', about);
                    deps.background.run(revokeIfUnused(deps, connection, renewed.credentials));
                }
                return stored !== undefined;
            } catch (error) {
                log.warn('refreshed_token_held: kept in memory until the database stores it', { ...about, error });
                unstored = renewed;
                return true;
            }
        }
    };
}
