import { room } from '../../../room.ts';
import { deleteOlder } from '../../../kernel/sql/delete-older.sql.ts';
import { startRounds } from '../../connections/credentials/rounds.ts';
import { alertChannelRoutes } from './alert-channels.routes.ts';
import { sealedChannels } from './channel-secrets.ts';
import { issueRoutes } from './issues.routes.ts';
import { sendDue } from './send-due.ts';
import { watchRules } from './watch-rules.ts';

declare module '../../../kernel/log/log.ts' {
    interface LogFields {
        channel_id?: string;
    }
}

/** What is still there is seen again and again, so these have been resolved for so long. */
const keptMs = 30 * 24 * 60 * 60_000;

export const alerts = room({
    name: 'alerts',
    sealed: [sealedChannels],
    routes: [...alertChannelRoutes, ...issueRoutes],
    cleanUps: { deleteOldIssues: deleteOlder('issues', 'last_seen_at', keptMs) },
    work: async (deps, { runsJobs = true }) =>
        runsJobs
            ? startRounds(deps, {
                  perRound: 50,
                  // A channel that hangs takes 15 s; its messages do not hold up those of others.
                  maxInProgress: 200,
                  busyIntervalMs: 1000,
                  idleIntervalMs: 10_000,
                  async begin(limit) {
                      await watchRules(deps);
                      return sendDue(deps, limit);
                  },
                  isBusy: (begun) => begun > 0,
                  failed: (error) => deps.log.warn('alert_round_failed: the next one retries', { error })
              })
            : undefined
});
