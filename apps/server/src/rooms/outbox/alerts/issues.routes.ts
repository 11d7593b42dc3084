import {
    AppError,
    getIssue,
    listIssues,
    muteIssue as muteIssueContract,
    resolveIssue as resolveIssueContract,
    unmuteIssue
} from '@patchbay/contracts';
import type { IssueRow } from '@patchbay/db';
import { route } from '../../../kernel/http/mount.ts';
import { readCursor, writeCursor } from '../webhook-deliveries/cursor.ts';
import { describeIssue } from './describe-issue.ts';
import { findIssue, findIssues, muteIssue, resolveIssue } from './issues.sql.ts';

const longestMuteMs = 90 * 24 * 60 * 60_000;

export const issueRoutes = [
    route(listIssues, async (deps, { auth, query }) => {
        const { status, rule, cursor, limit } = query;
        const now = deps.clock.now();
        const before = cursor === undefined ? undefined : readCursor(cursor);
        const found = await findIssues(deps.db, auth.environmentId, { status, rule, before, limit: limit + 1, now });
        const shown = found.slice(0, limit);
        const last = shown.at(-1);
        return {
            data: shown.map((row) => describeIssue(deps, row, now)),
            next_cursor: found.length > limit && last ? writeCursor({ at: last.opened_at, id: last.id }) : null
        };
    }),
    route(getIssue, async (deps, { auth, params }) => {
        const row = required(await findIssue(deps.db, { environment_id: auth.environmentId, id: params.issue_id }));
        return { data: describeIssue(deps, row, deps.clock.now()) };
    }),
    route(muteIssueContract, async (deps, { auth, params, body }) => {
        const now = deps.clock.now();
        const until = endOfMute(body, now);
        const row = required(await muteIssue(deps.db, { environment_id: auth.environmentId, id: params.issue_id }, until));
        return { data: describeIssue(deps, row, now) };
    }),
    route(unmuteIssue, async (deps, { auth, params }) => {
        const row = required(await muteIssue(deps.db, { environment_id: auth.environmentId, id: params.issue_id }, null));
        return { data: describeIssue(deps, row, deps.clock.now()) };
    }),
    route(resolveIssueContract, async (deps, { auth, params }) => {
        const key = { environment_id: auth.environmentId, id: params.issue_id };
        const now = deps.clock.now();
        await resolveIssue(deps.db, key, now);
        return { data: describeIssue(deps, required(await findIssue(deps.db, key)), now) };
    })
];

/** @throws {AppError} `invalid_body` */
function endOfMute({ for: seconds = 0, until }: { for?: number | undefined; until?: string | undefined }, now: Date): Date {
    if (until === undefined) return new Date(now.getTime() + seconds * 1000);
    const end = new Date(until);
    const latest = new Date(now.getTime() + longestMuteMs);
    if (end > now && end <= latest) return end;
    const message = `Give a time from now (${now.toISOString()}) until ${latest.toISOString()}, which is 90 days. To end a mute: POST /issues/:issue_id/unmute.`;
    throw new AppError('invalid_body', { errors: [{ code: 'custom', message, path: ['until'] }] });
}

function required(row: IssueRow | undefined): IssueRow {
    if (!row) throw new AppError('not_found', { message: 'There is no such issue. GET /issues lists them.' });
    return row;
}
