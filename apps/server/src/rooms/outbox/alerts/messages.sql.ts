import type { AlertChannelRow, Db, IssueRow } from '@patchbay/db';
import { sql } from 'kysely';
import { findChannel } from './channels.sql.ts';
import { findIssue } from './issues.sql.ts';

/** A channel is told of a problem once in this time. */
const hour = sql`interval '1 hour'`;

/** Whether a channel knows less than there is. */
const isNews = sql`(case when issues.resolved_at is null
    then messages.told_state is distinct from 'open' or issues.newest_at > messages.told_newest_at
    else messages.told_state = 'open' end)`;

/**
 * Makes a message due for each channel that knows less of a rule's issues than there is: at once,
 * or at the end of its hour.
 * @param resolved those that were resolved just now
 */
export async function announce(
    trx: Db,
    rule: string,
    {
        environments,
        resolved,
        now
    }: { environments: readonly string[]; resolved: readonly Pick<IssueRow, 'environment_id' | 'id'>[]; now: Date }
): Promise<void> {
    const resolvedIn = resolved.map(({ environment_id: id }) => id);
    const ids = resolved.map(({ id }) => id);
    await sql`
        insert into alert_messages (environment_id, channel_id, issue_id, due_at)
        select issues.environment_id, channels.id, issues.id, ${now}
        from (
            select * from issues where rule = ${rule} and resolved_at is null and environment_id = any(${[...environments]}::uuid[])
            union all
            select issues.* from unnest(${resolvedIn}::uuid[], ${ids}::uuid[]) as changed (environment_id, id)
            join issues on issues.environment_id = changed.environment_id and issues.id = changed.id
        ) as issues
        join alert_channels as channels on channels.environment_id = issues.environment_id
        left join alert_messages as messages on messages.environment_id = issues.environment_id
            and messages.channel_id = channels.id and messages.issue_id = issues.id
        where (issues.muted_until is null or issues.muted_until <= ${now})
            and channels.enabled and (channels.rules = '{}' or issues.rule = any(channels.rules))
            and (issues.resolved_at is not null
                or (issues.newest_at >= channels.created_at and issues.count >= coalesce((channels.thresholds ->> issues.rule)::int, 0)))
            and messages.due_at is null and ${isNews}
        order by channels.id, issues.id
        on conflict (environment_id, channel_id, issue_id)
            do update set due_at = greatest(excluded.due_at, alert_messages.not_before)
            where alert_messages.due_at is null`.execute(trx);
}

export interface TakenMessage {
    environment_id: string;
    environment: string;
    /** Changed by who else handles the message. */
    due_at: Date;
    message_id: string;
    /** As it was before this try: an hour after the last message that may have arrived. */
    not_before: Date | null;
    /** The channel knows that the issue has opened, and not only of an earlier time. */
    is_opening_told: boolean;
    is_news: boolean;
    issue: IssueRow;
    channel: AlertChannelRow;
}

/**
 * Takes the next message of a channel, to be sent now: from here on it may have arrived, so for an
 * hour no server takes it again. What a server that is killed had not taken is still due.
 * @race two servers take the same message: row lock, which others skip, then the hour in the row
 */
export async function takeMessage(
    db: Db,
    { environment_id: environmentId, id: channelId }: Pick<AlertChannelRow, 'environment_id' | 'id'>,
    now: Date
): Promise<TakenMessage | undefined> {
    const { rows } = await sql<Omit<TakenMessage, 'issue' | 'channel'> & { issue_id: string }>`
        with due as (
            select issue_id, not_before from alert_messages
            where environment_id = ${environmentId} and channel_id = ${channelId} and due_at <= ${now}
            order by due_at limit 1
            for no key update skip locked
        )
        update alert_messages as messages
        set due_at = ${now}::timestamptz + ${hour}, not_before = ${now}::timestamptz + ${hour},
            message_id = coalesce(messages.message_id, gen_random_uuid())
        from due
        join environments on environments.id = ${environmentId}
        join issues on issues.environment_id = ${environmentId} and issues.id = due.issue_id
        join alert_channels as channels on channels.environment_id = ${environmentId} and channels.id = ${channelId}
        where messages.environment_id = ${environmentId} and messages.channel_id = ${channelId} and messages.issue_id = due.issue_id
        returning messages.environment_id, messages.issue_id, environments.name as environment, messages.due_at, messages.message_id,
            due.not_before,
            coalesce(messages.told_state = 'open' and issues.opened_at <= due.not_before - ${hour}, false) as is_opening_told,
            channels.enabled and coalesce(issues.muted_until <= ${now}, true) and ${isNews} as is_news`.execute(db);
    const [row] = rows;
    if (!row) return undefined;
    const { issue_id: issueId, ...taken } = row;
    const [issue, channel] = await Promise.all([
        findIssue(db, { environment_id: environmentId, id: issueId }),
        findChannel(db, { environment_id: environmentId, id: channelId })
    ]);
    return issue && channel && { ...taken, issue, channel };
}

type Ended = { told: Pick<IssueRow, 'resolved_at' | 'newest_at'> } | { dueAt: Date } | { dropped: true };

/**
 * Writes down what became of a message, unless its hour has passed and another server has it.
 * @race the issue is resolved meanwhile, whose announcement skips messages under way: share lock on
 * the issue, so that either this sees it resolved, or the announcement sees the message ended
 */
export async function endMessage(db: Db, message: TakenMessage, ended: Ended): Promise<void> {
    // By request: as elsewhere, not told.
    const dueAgain = message.issue.resolved_at
        ? null
        : sql<Date | null>`case when issue.resolved_by = 'patchbay' then alert_messages.not_before end`;
    const rest =
        'told' in ended
            ? {
                  told_state: ended.told.resolved_at ? ('resolved' as const) : ('open' as const),
                  told_newest_at: ended.told.newest_at,
                  due_at: dueAgain,
                  message_id: null
              }
            : 'dueAt' in ended
              ? { due_at: ended.dueAt, not_before: message.not_before }
              : { due_at: dueAgain, not_before: message.not_before, message_id: null };
    await db
        .with('issue', (locked) =>
            locked
                .selectFrom('issues')
                .select('resolved_by')
                .where('environment_id', '=', message.environment_id)
                .where('id', '=', message.issue.id)
                .forShare()
        )
        .updateTable('alert_messages')
        .from('issue')
        .set(rest)
        .where('environment_id', '=', message.environment_id)
        .where('channel_id', '=', message.channel.id)
        .where('issue_id', '=', message.issue.id)
        .where('message_id', '=', message.message_id)
        .where('due_at', '=', message.due_at)
        .execute();
}
