import { z } from 'zod';
import { alertRuleCodes, alertRules } from './alert-rules.ts';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds, exampleTimes } from './example.ts';
import { data, isoDateTime, success } from './primitives.ts';

/** Of one environment. */
export const mostChannels = 50;

const rule = z.enum(alertRuleCodes);
export const alertThresholds = z.partialRecord(rule, z.int().min(1).max(1_000_000));

const kind = z.enum(['slack', 'generic']);
const name = z.string().trim().min(1).max(255);
const url = z
    .url({ protocol: /^https?$/, abort: true, error: 'Give the full address, such as https://hooks.slack.com/services/T000/B000/XXXX.' })
    .max(2048);
const rules = z.array(rule, { error: `There are these rules: ${alertRuleCodes.join(', ')}.` }).max(alertRuleCodes.length);
const rulesField = rules
    .transform((given) => [...new Set(given)].toSorted())
    .describe('The rules whose issues it is told. Empty: all, those of later releases too.');
const thresholdsField = alertThresholds.describe(
    'By rule: it is told only of issues whose `count` is at least this. 1 where nothing is given.'
);

const channelView = z.object({
    id: z.uuid().describe('Id of the channel.'),
    kind: kind.describe('`slack`: incoming webhooks of Slack, Mattermost or Discord; `generic`: signed JSON.'),
    name: z.string().describe('What it is called, for people.'),
    host: z.string().describe('Host of its address. The address is not shown, since it is all that is needed to post.'),
    rules: z.array(z.string()).describe('The rules whose issues it is told; empty: all.'),
    thresholds: z.record(z.string(), z.int()).describe('By rule: the smallest `count` of which it is told.'),
    enabled: z.boolean().describe('Whether it is told anything.'),
    failing_since: isoDateTime.nullable().describe('The first failure since the last success; null: the last message arrived.'),
    failure: z.string().nullable().describe('Why the last message failed, for people; null: it did not.'),
    created_at: isoDateTime.describe('When it was made. It is told of what happens later.'),
    updated_at: isoDateTime.describe('When it was last changed.')
});

const channelExample = {
    id: exampleIds.channel,
    kind: 'slack',
    name: '#integrations',
    host: 'hooks.slack.com',
    rules: [],
    thresholds: { connection_broken: 3 },
    enabled: true,
    failing_since: null,
    failure: null,
    created_at: exampleTimes.created,
    updated_at: exampleTimes.created
} satisfies z.input<typeof channelView>;

const channelParams = z.object({ channel_id: z.uuid().describe('Id of the channel.') });
const channelParamsExample = { channel_id: exampleIds.channel };
const reads = { auth: ['secret_key'], scope: 'environment:alerts:read' } as const;
const writes = { auth: ['secret_key'], scope: 'environment:alerts:write' } as const;
const settlesIssues = { auth: ['secret_key'], scope: 'environment:issues:write' } as const;

export const createAlertChannel = defineEndpoint({
    id: 'createAlertChannel',
    method: 'POST',
    path: '/alert-channels',
    summary: 'Send the alerts of this environment to a chat tool or to an address of yours.',
    ...writes,
    body: z.strictObject({
        kind: kind.describe('`slack`: incoming webhooks of Slack, Mattermost or Discord; `generic`: signed JSON.'),
        name: name.describe('What it is called, for people.'),
        url: url.describe(
            'Address that messages are sent to: public, unless the operator has listed its host and port. It is kept sealed.'
        ),
        rules: rulesField.default([]),
        thresholds: thresholdsField.default({})
    }),
    success: {
        status: 201,
        body: data(
            channelView.extend({
                signing_key: z
                    .string()
                    .nullable()
                    .describe('Key that signs what a `generic` channel is sent, as Standard Webhooks has it. It is not shown again.')
            })
        ),
        example: { data: { ...channelExample, signing_key: null } }
    },
    errors: { conflict: true, credential_unreadable: true },
    example: {
        body: {
            kind: 'slack',
            name: '#integrations',
            url: 'https://hooks.slack.com/services/T000/B000/XXXX',
            thresholds: { connection_broken: 3 }
        }
    }
});

export const listAlertChannels = defineEndpoint({
    id: 'listAlertChannels',
    method: 'GET',
    path: '/alert-channels',
    summary: 'Where alerts are sent, oldest first, and whether they arrive.',
    ...reads,
    success: { status: 200, body: data(z.array(channelView)), example: { data: [channelExample] } }
});

export const updateAlertChannel = defineEndpoint({
    id: 'updateAlertChannel',
    method: 'PATCH',
    path: '/alert-channels/:channel_id',
    summary: 'Change a channel, switch it off, or on again.',
    ...writes,
    params: channelParams,
    body: z.strictObject({
        name: name.optional().describe('What it is called, for people.'),
        url: url.optional().describe('Address that messages are sent to from now on.'),
        rules: rulesField.optional(),
        thresholds: thresholdsField.optional(),
        enabled: z.boolean().optional().describe('Whether it is told anything.'),
        expected_updated_at: isoDateTime
            .optional()
            .describe('`updated_at` that you have read: where it is another by now, nothing is changed. Absent: it is not compared.')
    }),
    success: { status: 200, body: data(channelView), example: { data: channelExample } },
    errors: { not_found: true, conflict: true, credential_unreadable: true },
    example: { params: channelParamsExample, body: { rules: ['connection_broken'] } }
});

export const deleteAlertChannel = defineEndpoint({
    id: 'deleteAlertChannel',
    method: 'DELETE',
    path: '/alert-channels/:channel_id',
    summary: 'Send nothing more to a channel, and forget its address.',
    ...writes,
    params: channelParams,
    success: { status: 200, body: success, example: { success: true } },
    errors: { not_found: true },
    example: { params: channelParamsExample }
});

export const testAlertChannel = defineEndpoint({
    id: 'testAlertChannel',
    method: 'POST',
    path: '/alert-channels/:channel_id/test',
    summary: 'Send an example message to a channel now, and say what it responded.',
    ...writes,
    params: channelParams,
    success: {
        status: 200,
        body: data(
            z.object({
                delivered: z.boolean().describe('Whether the status of the response was from 200 to 299.'),
                response_status: z.int().nullable().describe('Status of the response; null: there was none.'),
                failure: z.string().nullable().describe('What went wrong and what to do, for people; null: nothing.')
            })
        ),
        example: { data: { delivered: true, response_status: 200, failure: null } }
    },
    errors: { not_found: true, credential_unreadable: true },
    example: { params: channelParamsExample }
});

const issueStatus = z.enum(['open', 'muted', 'resolved']);

/** One problem, as lists and messages of `generic` channels have it. */
export const issueView = z.object({
    id: z.uuid().describe('Id of the issue.'),
    rule: z.string().describe('What kind of problem it is; `GET /docs/alerts` lists them.'),
    status: issueStatus.describe('`muted`: no channel is told of it for now.'),
    title: z.string().describe('What happened, in words, without text of a provider.'),
    subject: z
        .object({
            type: z.string().describe('What it is about: `integration`, `sync`, `webhook_endpoint`, `freeze` or `secret_key`.'),
            id: z.string().describe('Id of that; of a sync `<integration>/<sync>`.')
        })
        .describe('What it is about.'),
    integration_id: z.string().nullable().describe('The integration that it is about; null: none alone.'),
    count: z.int().describe('How much of it there is now, or was at last: what the rule counts.'),
    affected_connections: z
        .int()
        .nullable()
        .describe('How many connections are affected, about, where calls fail or are refused; null: not known.'),
    connection_ids: z.array(z.string()).describe('Some of the connections that are affected, the newest first, at most 5.'),
    since: isoDateTime.describe('When the oldest of what is counted happened.'),
    opened_at: isoDateTime.describe('When Patchbay noticed it; of an issue that was resolved, for the last time.'),
    last_seen_at: isoDateTime.describe('When it was last looked at and still there, to the minute.'),
    muted_until: isoDateTime.nullable().describe('Until when no channel is told of it; null: it is not muted.'),
    resolved_at: isoDateTime.nullable().describe('When it was resolved; null: it is not.'),
    resolved_by: z
        .enum(['patchbay', 'request'])
        .nullable()
        .describe('`patchbay`: the cause is gone. `request`: it was resolved by a call.'),
    remedy: z.string().describe('What to do about it.'),
    repair: z.string().describe('The call of this API that repairs it or shows more.'),
    docs_url: z.string().describe('Page that explains the rule.')
});
export type IssueView = z.output<typeof issueView>;

export const issueExample = {
    id: exampleIds.issue,
    rule: 'connection_broken',
    status: 'open',
    title: 'Broken connections of crm: 38',
    subject: { type: 'integration', id: exampleIds.integration },
    integration_id: exampleIds.integration,
    count: 38,
    affected_connections: 38,
    connection_ids: [exampleIds.connection],
    since: exampleTimes.created,
    opened_at: exampleTimes.updated,
    last_seen_at: exampleTimes.later,
    muted_until: null,
    resolved_at: null,
    resolved_by: null,
    remedy: alertRules.connection_broken.remedy,
    repair: 'POST /connect/links/reconnect {"integration_id": "crm"}',
    docs_url: 'https://patchbay.example.com/docs/alerts#connection_broken'
} satisfies IssueView;

/** What a `generic` channel is sent. */
export const alertMessage = z.object({
    type: z.enum(['issue.opened', 'issue.continued', 'issue.resolved', 'test']),
    timestamp: isoDateTime,
    data: issueView.extend({ environment: z.string() })
});
export type AlertMessage = z.output<typeof alertMessage>;

const issueParams = z.object({ issue_id: z.uuid().describe('Id of the issue.') });
const issueParamsExample = { issue_id: exampleIds.issue };

export const listIssues = defineEndpoint({
    id: 'listIssues',
    method: 'GET',
    path: '/issues',
    summary: 'What needs attention, and what was resolved within 30 days, the newest first.',
    ...reads,
    query: z.strictObject({
        status: issueStatus.optional().describe('Only those with this status.'),
        rule: rule.optional().describe('Only those of this rule.'),
        cursor: z.string().min(1).max(255).optional().describe('`next_cursor` of the response before.'),
        limit: z.coerce.number().int().min(1).max(1000).default(100).describe('How many to return at most.')
    }),
    success: {
        status: 200,
        body: z.object({
            data: z.array(issueView).describe('The issues.'),
            next_cursor: z.string().nullable().describe('For the older ones; null: there are none.')
        }),
        example: { data: [issueExample], next_cursor: null }
    },
    errors: { invalid_cursor: true }
});

export const getIssue = defineEndpoint({
    id: 'getIssue',
    method: 'GET',
    path: '/issues/:issue_id',
    summary: 'One issue.',
    ...reads,
    params: issueParams,
    success: { status: 200, body: data(issueView), example: { data: issueExample } },
    errors: { not_found: true },
    example: { params: issueParamsExample }
});

const longestMuteS = 90 * 24 * 3600;

export const muteIssue = defineEndpoint({
    id: 'muteIssue',
    method: 'POST',
    path: '/issues/:issue_id/mute',
    summary: 'Tell no channel of an issue for a time, even if it is resolved and comes again.',
    ...settlesIssues,
    params: issueParams,
    body: z
        .strictObject({
            for: z.int().min(60).max(longestMuteS).optional().describe('For so many seconds from now.'),
            until: isoDateTime.optional().describe('Until this time, at most 90 days from now.')
        })
        .refine((body) => (body.for === undefined) !== (body.until === undefined), { error: 'Give either `for` or `until`.' }),
    success: {
        status: 200,
        body: data(issueView),
        example: { data: { ...issueExample, status: 'muted', muted_until: '2026-01-20T15:00:00.000Z' } }
    },
    errors: { not_found: true },
    example: { params: issueParamsExample, body: { for: 14_400 } }
});

export const unmuteIssue = defineEndpoint({
    id: 'unmuteIssue',
    method: 'POST',
    path: '/issues/:issue_id/unmute',
    summary: 'Tell of an issue again. Channels hear of what they have missed, if it is still there.',
    ...settlesIssues,
    params: issueParams,
    success: { status: 200, body: data(issueView), example: { data: issueExample } },
    errors: { not_found: true },
    example: { params: issueParamsExample }
});

export const resolveIssue = defineEndpoint({
    id: 'resolveIssue',
    method: 'POST',
    path: '/issues/:issue_id/resolve',
    summary: 'Close an issue although its cause is still there. It is opened again by what happens from then on.',
    ...settlesIssues,
    params: issueParams,
    success: {
        status: 200,
        body: data(issueView),
        example: {
            data: { ...issueExample, status: 'resolved', connection_ids: [], resolved_at: exampleTimes.later, resolved_by: 'request' }
        }
    },
    errors: { not_found: true },
    example: { params: issueParamsExample }
});

export const getAlertReference = defineEndpoint({
    id: 'getAlertReference',
    method: 'GET',
    path: '/docs/alerts',
    summary: 'Every rule of alerts: what it means and what to do about it. `#<rule>` leads to one of them.',
    auth: [],
    success: { status: 200, html: true },
    page: true
});
