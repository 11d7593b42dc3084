import { room } from '../../../room.ts';
import { deleteOlder } from '../../../kernel/sql/delete-older.sql.ts';
import { alertChannelRoutes } from './alert-channels.routes.ts';
import { sealedChannels } from './channel-secrets.ts';
import { issueRoutes } from './issues.routes.ts';
import { startSender } from './sender.ts';
import { startWatcher } from './watcher.ts';

declare module '../../../kernel/log/log.ts' {
    interface EnvironmentLogFields {
        channel_id?: string;
    }
}

/** What is still there is seen again and again, so these have been resolved for so long. */
const keptMs = 30 * 24 * 60 * 60_000;

export const alerts = room({
    name: 'alerts',
    sealed: [sealedChannels],
    routes: [...alertChannelRoutes, ...issueRoutes],
    cleanUps: {
        deleteOldIssues: deleteOlder('issues', 'last_seen_at', keptMs),
        deleteResolvedIssues: deleteOlder('resolved_issues', 'resolved_at', keptMs)
    },
    work: async (deps, { runsJobs = true }) => {
        if (!runsJobs) return undefined;
        // Apart, so that channels that hang do not keep issues from being opened and resolved.
        const works = [startWatcher(deps), startSender(deps)];
        return { stop: () => works.forEach((work) => work.stop()) };
    }
});
