import type { IssueRow } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { docsUrl, filled, wordsOf } from './describe-issue.ts';

/** What the message says of the issue. */
export type MessageKind = 'opened' | 'continued' | 'resolved' | 'test';

const marks: Readonly<Record<MessageKind, string>> = {
    opened: ':red_circle:',
    continued: ':red_circle: Still, and more of it:',
    resolved: ':large_green_circle: Resolved:',
    test: ':white_circle: A test, nothing has happened:'
};
const longestName = 60;

/**
 * What chat tools take: https://api.slack.com/messaging/webhooks. `text` alone is what Mattermost
 * and Discord read. At most 3,000 characters, as one block of Slack holds.
 */
export function slackMessage(
    { config }: Pick<Deps, 'config'>,
    { kind, issue, environment }: { kind: MessageKind; issue: IssueRow; environment: string }
): object {
    const { title, remedy, call } = wordsOf(issue.rule);
    const isOver = kind === 'resolved';
    const lines = [
        `${marks[kind]} *${filled(title, issue, code)}*`,
        `Environment ${code(environment)}, since ${timeOf(issue.since)}${isOver && issue.resolved_at ? `, resolved ${timeOf(issue.resolved_at)}` : ''}.`,
        ...(isOver ? [] : [affectedOf(issue), remedy, filled(`\`${call}\``, issue, inert)]),
        `Issue \`${issue.id}\`: ${docsUrl(config, issue.rule)}`
    ];
    const text = lines.filter((line) => line !== '').join('\n');
    return {
        text,
        blocks: [{ type: 'section', text: { type: 'mrkdwn', text, verbatim: true } }],
        unfurl_links: false,
        unfurl_media: false
    };
}

function affectedOf(issue: IssueRow): string {
    const { affected, affected_count: count } = issue;
    const { affects, isEstimated = false } = wordsOf(issue.rule);
    const about = isEstimated ? 'about ' : '';
    if (affected.length === 0)
        return `Affected: ${count === null ? '' : `${about}${count.toLocaleString('en')} `}${filled(affects, issue, code)}.`;
    const others = (count ?? 0) - affected.length;
    const names = affected.map(code).join(', ');
    return `${count === null ? 'Affected connections, among others' : 'Affected connections'}: ${names}${others > 0 ? ` and ${about}${others.toLocaleString('en')} more` : ''}.`;
}

function timeOf(date: Date): string {
    return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function code(value: string): string {
    return `\`${inert(value)}\``;
}

/**
 * A name that others have chosen: it calls no person, links nowhere and ends no code span.
 * @see https://docs.slack.dev/messaging/formatting-message-text#escaping
 */
function inert(value: string): string {
    const plain = value
        .toWellFormed()
        .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
        .replaceAll('`', "'");
    const letters = Array.from(plain);
    const short = letters.length > longestName ? `${letters.slice(0, longestName - 1).join('')}…` : plain;
    return (
        short
            .replaceAll('&', '&amp;')
            .replaceAll('<', '&lt;')
            .replaceAll('>', '&gt;')
            // A zero-width space, without which some tools would call a whole channel.
            .replaceAll('@', '@\u200B')
    );
}
