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
const lookIntervalMs = 10_000;

export const alerts = room({
    name: 'alerts',
    sealed: [sealedChannels],
    routes: [...alertChannelRoutes, ...issueRoutes],
    cleanUps: { deleteOldIssues: deleteOlder('issues', 'last_seen_at', keptMs) },
    work: async (deps, { runsJobs = true }) => {
        if (!runsJobs) return undefined;
        const failed = (error: unknown) => deps.log.warn('alert_round_failed: the next one retries', { error });
        // Apart, so that channels that hang do not keep issues from being opened and resolved.
        const rounds = [
            startRounds(deps, {
                perRound: 1,
                maxInProgress: 1,
                busyIntervalMs: lookIntervalMs,
                idleIntervalMs: lookIntervalMs,
                begin: () => watchRules(deps).then(() => []),
                isBusy: () => false,
                failed
            }),
            startRounds(deps, {
                perRound: 50,
                maxInProgress: 200,
                busyIntervalMs: 500,
                idleIntervalMs: 2000,
                begin: (limit) => sendDue(deps, limit),
                isBusy: (begun) => begun > 0,
                failed
            })
        ];
        return { stop: () => rounds.forEach((each) => each.stop()) };
    }
});
