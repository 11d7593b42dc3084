import { type AlertRule, type AlertRuleEntry, alertRules, isAlertRule, type IssueView } from '@patchbay/contracts';
import type { IssueRow } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';

const anotherRelease = {
    subject: 'integration',
    title: '{subject}: {count}',
    affects: 'not known to this server',
    remedy: 'A newer release has noticed this. Update this server to see what it means.',
    call: 'GET /issues'
} as const;

/** The words of a rule; a newer release may have written rows of one that there is not here. */
export function wordsOf(rule: string): Pick<AlertRuleEntry, keyof typeof anotherRelease | 'isEstimated'> {
    return isAlertRule(rule) ? alertRules[rule] : anotherRelease;
}

/**
 * A text of a rule with the values of an issue.
 * @param spell how what customers have named is written
 */
export function filled(
    text: string,
    { subject_id: id, integration_key: integration, count }: Pick<IssueRow, 'subject_id' | 'integration_key' | 'count'>,
    spell = (value: string) => value
): string {
    const values: Record<string, string> = {
        subject: spell(id),
        integration: integration === null ? 'the environment' : spell(integration),
        count: count.toLocaleString('en')
    };
    return text.replaceAll(/\{(subject|integration|count)\}/g, (_, name: string) => values[name] ?? '');
}

export function describeIssue({ config }: Pick<Deps, 'config'>, row: IssueRow, now: Date): IssueView {
    const { subject, title, remedy, call } = wordsOf(row.rule);
    const isMuted = row.muted_until !== null && row.muted_until > now;
    return {
        id: row.id,
        rule: row.rule,
        status: row.resolved_at ? 'resolved' : isMuted ? 'muted' : 'open',
        title: filled(title, row),
        subject: { type: subject, id: row.subject_id },
        integration_id: row.integration_key,
        count: row.count,
        affected_connections: row.affected_count,
        connection_ids: row.affected,
        since: row.since.toISOString(),
        opened_at: row.opened_at.toISOString(),
        last_seen_at: row.last_seen_at.toISOString(),
        muted_until: isMuted ? (row.muted_until?.toISOString() ?? null) : null,
        resolved_at: row.resolved_at?.toISOString() ?? null,
        resolved_by: row.resolved_by,
        remedy,
        repair: filled(call, row),
        docs_url: docsUrl(config, row.rule)
    };
}

export function docsUrl({ publicUrl }: Deps['config'], rule: string): string {
    return `${publicUrl}/docs/alerts#${rule}`;
}

/** The event by which customers' backends hear of an issue. */
export function eventOf(rule: AlertRule, row: Pick<IssueRow, 'subject_id' | 'integration_key' | 'count'>) {
    const { subject, title, remedy, call } = alertRules[rule];
    return {
        type: 'alert',
        code: rule,
        message: `${filled(title, row)}. ${remedy} ${filled(call, row)}`,
        subject: { type: subject, id: row.subject_id }
    } as const;
}
