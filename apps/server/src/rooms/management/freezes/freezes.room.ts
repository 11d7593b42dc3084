import { room } from '../../../room.ts';
import { deleteOlder } from '../../../kernel/sql/delete-older.sql.ts';
import { freezeRoutes } from './freezes.routes.ts';
import { revokeFrozenGrants } from './revoke-frozen.ts';

const keptMs = 90 * 24 * 60 * 60_000;

declare module '../../../kernel/log/log.ts' {
    interface EnvironmentLogFields {
        freeze_id?: string;
    }
    interface LogFields {
        /** How many grants of a freeze had each outcome. */
        grants?: Record<string, number>;
    }
}

export const freezes = room({
    name: 'freezes',
    routes: freezeRoutes,
    cleanUps: {
        revokeFrozenGrants,
        deleteOldFrozenGrants: deleteOlder('frozen_grants', 'updated_at', keptMs),
        deleteOldFreezes: deleteOlder('freezes', 'lifted_at', keptMs)
    }
});
