import type { Deps } from '../../../deps.ts';
import { createTtlCache, type TtlCache } from '../../../kernel/runtime/ttl-cache.ts';
import { credentialTraits } from '../connection-store/credential-traits.ts';
import type { UsableConnection } from '../connection-store/open-connection.ts';
import { isRefreshable } from '../provider-calls/credential-types/credential-types.ts';
import { markProbeDue } from './refresh.sql.ts';

/** Connections whose refusal this process has noted lately. */
export type ProbeHints = TtlCache<true>;

const hintLifetimeMs = 10 * 60_000;
/** Accepted so lately, another check would say the same: the call was refused for itself. */
const acceptedForMs = 60 * 60_000;

export function createProbeHints({ clock }: Pick<Deps, 'clock'>): ProbeHints {
    return createTtlCache({ clock, lifetimeMs: hintLifetimeMs });
}

/**
 * A provider has refused a call with credentials that nothing renews: they are checked soon. One
 * statement for all refusals of ten minutes, in the background.
 * @param options.isStated by its definition the provider refuses nothing but credentials so
 */
export function probeSoon(
    { db, clock, background, log, probeHints }: Pick<Deps, 'db' | 'clock' | 'background' | 'log' | 'probeHints'>,
    connection: UsableConnection,
    { isStated }: { isStated: boolean }
): void {
    if (isRefreshable(connection) && !credentialTraits(connection.integration.provider).isProbed) return;
    const { row } = connection;
    const now = clock.now();
    const noted = probeHints.get(`${row.environment_id}/${row.id}`, async () => {
        await markProbeDue(db, row, { now, acceptedBefore: new Date(now.getTime() - (isStated ? 0 : acceptedForMs)) });
        return true as const;
    });
    background.run(
        noted.then(
            () => {},
            (error: unknown) =>
                log.warn('probe_not_scheduled: the next refusal does it', {
                    environment: row.environment_id,
                    connection_id: row.connection_id,
                    error
                })
        )
    );
}
