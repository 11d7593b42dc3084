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
        const wanted = body.until === undefined ? now.getTime() + (body.for ?? 0) * 1000 : Date.parse(body.until);
        const until = new Date(Math.min(wanted, now.getTime() + longestMuteMs));
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

function required(row: IssueRow | undefined): IssueRow {
    if (!row) throw new AppError('not_found', { message: 'There is no such issue. GET /issues lists them.' });
    return row;
}
