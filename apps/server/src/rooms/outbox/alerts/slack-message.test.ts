import { alertRuleCodes, alertRules } from '@patchbay/contracts';
import { expect, test } from 'vitest';
import type { IssueRow } from '@patchbay/db';
import { type MessageKind, slackMessage } from './slack-message.ts';

const at = new Date('2026-01-20T10:30:42.318Z');
const deps = { config: { publicUrl: 'https://patchbay.example.com' } } as Parameters<typeof slackMessage>[0];
const issue: IssueRow = {
    environment_id: '0b9f6d1e-6a52-4c3b-8d1f-7e2a4c5b6d70',
    id: 'e71a4c09-5f83-4b2d-a6c0-94d2b8e13f57',
    rule: 'connection_broken',
    subject_id: 'crm',
    integration_key: 'crm',
    count: 1203,
    affected: ['c1', 'c2'],
    affected_count: 1203,
    since: at,
    newest_at: at,
    opened_at: at,
    last_seen_at: at,
    muted_until: null,
    resolved_at: null,
    resolved_by: null
};
const textFor = (changes: Partial<IssueRow>, kind: MessageKind = 'opened') =>
    String(Object(slackMessage(deps, { kind, issue: { ...issue, ...changes }, environment: 'prod' })).text);

test('people read what happened, who is affected, since when, and where to repair', () => {
    expect(textFor({})).toBe(
        [
            ':red_circle: *Broken connections of `crm`: 1,203*',
            'Environment `prod`, since 2026-01-20 10:30 UTC.',
            'Affected connections: `c1`, `c2` and 1,201 more.',
            'Let the end users reconnect: this call makes a link for each of them. `GET /connections` with `status=needs_reconnect` says why each one broke.',
            '`POST /connect/links/reconnect {"integration_id": "crm"}`',
            'Issue `e71a4c09-5f83-4b2d-a6c0-94d2b8e13f57`: https://patchbay.example.com/docs/alerts#connection_broken'
        ].join('\n')
    );
});

test.each(alertRuleCodes)('people read of %s what happened, who is affected, since when, and where to repair', (rule) => {
    const [what = '', since = '', who = '', remedy = '', call = '', more = ''] = textFor({
        rule,
        affected: [],
        affected_count: null
    }).split('\n');
    expect(what).toMatch(/^:red_circle: \*.+\*$/);
    expect(since).toBe('Environment `prod`, since 2026-01-20 10:30 UTC.');
    expect(who).toMatch(/^Affected: [^{}]+\.$/);
    expect(remedy).toBe(alertRules[rule].remedy);
    expect(call).toMatch(/^`(GET|POST|PATCH|DELETE) \/[^`]+`$/);
    expect(more).toContain(`/docs/alerts#${rule}`);
});

test.each<[string, Partial<IssueRow>, string]>([
    ['of an estimated number', { rule: 'error_rate', affected_count: 1203 }, 'Affected connections: `c1`, `c2` and about 1,201 more.'],
    ['without names', { rule: 'error_rate', affected: [], affected_count: 12 }, 'Affected: about 12 connections of `crm`.'],
    ['of an unknown number', { rule: 'delivery_exhausted', affected_count: null }, 'Affected connections, among others: `c1`, `c2`.'],
    [
        'of a frozen environment',
        { rule: 'integration_frozen', affected: [], affected_count: null, integration_key: null },
        'Affected: every connection of the environment.'
    ]
])('people read who is affected, %s', (_, changes, expected) => {
    expect(textFor(changes).split('\n')[2]).toBe(expected);
});

test('people read that a problem is gone, and nothing to do', () => {
    expect(textFor({ affected: [], resolved_at: new Date(at.getTime() + 3_600_000) }, 'resolved')).toBe(
        [
            ':large_green_circle: Resolved: *Broken connections of `crm`: 1,203*',
            'Environment `prod`, since 2026-01-20 10:30 UTC, resolved 2026-01-20 11:30 UTC.',
            'Issue `e71a4c09-5f83-4b2d-a6c0-94d2b8e13f57`: https://patchbay.example.com/docs/alerts#connection_broken'
        ].join('\n')
    );
});

test.each([
    ['calls a whole channel', '<!here> <!channel> @everyone @channel', '&lt;!here&gt; &lt;!channel&gt; @\u200Beveryone @\u200Bchannel'],
    ['names a person', '<@U123>', '&lt;@\u200BU123&gt;'],
    ['hides a link', '<https://evil.example|Sign in>', '&lt;https://evil.example|Sign in&gt;'],
    ['ends the code span', '` *now* `', "' *now* '"],
    ['ends the line', 'a\n:red_circle: all is lost\r\u2028b', 'a :red_circle: all is lost  b'],
    ['turns the text around', 'a\u202Eb\u0000c', 'a b c'],
    ['is an entity', '&lt;!here&gt;', '&amp;lt;!here&amp;gt;'],
    ['is half a character', '\uD83D', '\uFFFD'],
    ['fills a template', '{count}$&{subject}', '{count}$&amp;{subject}']
])('T-89: a name that %s is shown as what it is', (_, name, shown) => {
    const text = textFor({ subject_id: name, affected: [name] });
    expect(text.split('\n')[0]).toBe(`:red_circle: *Broken connections of \`${shown}\`: 1,203*`);
    expect(text.split('\n')[2]).toBe(`Affected connections: \`${shown}\` and 1,202 more.`);
    expect(text.split('\n')).toHaveLength(6);
});

test('a message with the longest names fits into one block of Slack', () => {
    const long = '&'.repeat(5000);
    const text = textFor({ subject_id: long, affected: Array.from({ length: 5 }, () => long), count: 2_147_483_647 });
    expect(text.length).toBeLessThanOrEqual(3000);
});
