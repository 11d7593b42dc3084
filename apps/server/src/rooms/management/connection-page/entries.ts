import { alertRules, isAlertRule, patchbayEvent, type PatchbayEvent, attemptSentences, type TimelineEntry } from '@patchbay/contracts';
import type { RunError } from '@patchbay/functions';
import { sumOfChanges } from '../../automation/records/run-counts.ts';
import { describeRunError } from '../../automation/runs/run-error.ts';
import { statusOf, toAttemptCode } from '../../connect/attempts/describe-attempt.ts';
import type { listCredentialHistory } from '../../connections/connection-store/credential-history.sql.ts';
import { filled } from '../../outbox/alerts/describe-issue.ts';
import { someMember } from '../members/sees-members.ts';
import type { Count } from './count-by-time.ts';
import {
    credentialKinds,
    type listAttemptsOf,
    type listChangesOf,
    type listCredentialRequestsOf,
    type listEventsOf,
    type listIssuesOf,
    type listResolvedIssuesOf,
    type listRunsOf
} from './timeline.sql.ts';

type RowOf<List extends (...args: never) => Promise<unknown[]>> = Awaited<ReturnType<List>>[number];
/** Its time is not written out yet, so that it can be compared. */
export type Entry = Omit<TimelineEntry, 'at' | 'until'> & { at: Date; until: Date | null };

const nothing = { until: null, detail: null, by: null, log_id: null, run_id: null };

const attemptTexts = {
    failed: { outcome: 'bad', text: 'A sign-in failed.' },
    cancelled: { outcome: 'neutral', text: 'A sign-in was cancelled.' },
    expired: { outcome: 'neutral', text: 'A sign-in was begun and not finished.' },
    pending_approval: { outcome: 'neutral', text: 'A sign-in waits for approval at the provider.' }
} as const;
const attemptRuns = { outcome: 'neutral', text: 'A sign-in has begun.' } as const;

export function fromAttempt(row: RowOf<typeof listAttemptsOf>): Entry {
    const status = statusOf(row);
    const code = toAttemptCode(row.code);
    const { outcome, text } =
        new Map<string, { outcome: Entry['outcome']; text: string }>(Object.entries(attemptTexts)).get(status) ?? attemptRuns;
    const reason = status === 'failed' && code !== null ? `${attemptSentences[code]} ` : '';
    return {
        ...nothing,
        id: `attempt:${row.id}`,
        at: row.created_at,
        kind: 'sign_ins',
        outcome,
        text,
        detail: `${reason}The end user may quote ${row.ref}.`,
        by: row.end_user_id
    };
}

/** Undefined for what another entry tells, and for what a newer release has recorded. */
export function fromEvent(row: RowOf<typeof listEventsOf>): Entry | undefined {
    const { data: event } = patchbayEvent.safeParse(wholeEvent(row.payload));
    const told = event && tellEvent(event);
    return told && { ...nothing, id: `event:${row.id}`, at: row.created_at, ...told };
}

/** What failed loses its description after a day. */
export function wholeEvent({ error, ...payload }: Record<string, unknown>): Record<string, unknown> {
    return isObject(error) ? { ...payload, error: { description: '', ...error } } : payload;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

type Told = Pick<Entry, 'kind' | 'outcome' | 'text'> & Partial<Pick<Entry, 'by' | 'detail'>>;

function tellEvent(event: PatchbayEvent): Told | undefined {
    if (event.type === 'connection.broken')
        return { kind: 'credentials', outcome: 'bad', text: 'It needs reconnecting.', detail: event.error.description || null };
    if (event.type === 'connection.reconnect_link')
        return { kind: 'changes', outcome: 'neutral', text: 'A link to reconnect was sent by webhook.' };
    if (event.type !== 'auth') return undefined;
    const person = 'endUser' in event ? event.endUser : undefined;
    const by = person ? (person.endUserEmail ?? person.endUserId) : null;
    switch (event.operation) {
        case 'creation':
            return event.success ? { kind: 'sign_ins', outcome: 'good', text: person ? 'Connected.' : 'Imported.', by } : undefined;
        case 'override':
            // A failure is told of its attempt.
            if (!event.success) return undefined;
            return { kind: 'sign_ins', outcome: 'good', text: person ? 'Reconnected.' : 'Imported again, with other credentials.', by };
        case 'refresh':
            if (event.success) return { kind: 'credentials', outcome: 'good', text: 'The credentials can be renewed again.' };
            return {
                kind: 'credentials',
                outcome: 'bad',
                text: 'The credentials could not be renewed.',
                detail: event.error.description || null
            };
        case 'deletion':
            return undefined;
    }
}

export function fromCredentials(row: RowOf<typeof listCredentialHistory>): Entry {
    const { granted_scopes: scopes, account_label: account, grant_ends_at: end } = row;
    const known = [
        account !== null && `Account ${account}`,
        scopes !== null && (scopes.length === 0 ? 'no permissions' : `permissions ${scopes.join(', ')}`),
        end !== null && `access until ${end.toISOString().slice(0, 10)}`
    ].filter((part) => part !== false);
    return {
        ...nothing,
        id: `credentials:${row.id}`,
        at: row.at,
        kind: 'credentials',
        outcome: 'neutral',
        text: 'Credentials were saved.',
        detail: known.length === 0 ? null : `${known.join('; ')}.`
    };
}

export function fromDataKey({ id, at }: { id: string; at: Date }): Entry {
    return {
        ...nothing,
        id: `key:${id}`,
        at,
        kind: 'credentials',
        outcome: 'neutral',
        text: 'Credentials are sealed by a new key of the environment from then on.'
    };
}

const requestTexts: Readonly<Record<(typeof credentialKinds)[number], { good: string; bad: string }>> = {
    refresh: { good: 'The credentials were renewed.', bad: 'A renewal of the credentials failed.' },
    check: { good: 'The provider accepted the credentials.', bad: 'A check of the credentials failed.' },
    token: { good: 'The provider gave a token.', bad: 'The provider gave no token.' },
    revocation: { good: 'The access was revoked at the provider.', bad: 'The access could not be revoked at the provider.' }
};

export function fromCredentialRequest(row: RowOf<typeof listCredentialRequestsOf> & { at: Date }): Entry | undefined {
    const kind = credentialKinds.find((each) => each === row.kind);
    if (!kind) return undefined;
    const texts = requestTexts[kind];
    const reason = row.error_message ?? (row.status === null ? row.error_code : `The provider responded with ${row.status}.`);
    return {
        ...nothing,
        id: `log:${row.id}`,
        at: row.at,
        kind: 'credentials',
        outcome: row.is_failed ? 'bad' : 'good',
        text: row.is_failed ? texts.bad : texts.good,
        detail: row.is_failed ? reason : null,
        log_id: row.id
    };
}

export function fromCount(kind: 'requests' | 'webhooks', { from, until, total, failed, isPartial }: Count): Entry {
    const [one, many, lost] = kind === 'requests' ? ['request', 'requests', 'failed'] : ['webhook', 'webhooks', 'could not be delivered'];
    const all = `${total.toLocaleString('en')} ${total === 1 ? one : many}${isPartial ? ' and more' : ''}`;
    return {
        ...nothing,
        id: `${kind}:${from.toISOString()}`,
        at: from,
        until,
        kind,
        outcome: failed > 0 ? 'bad' : 'good',
        text: failed > 0 ? `${all}, ${failed.toLocaleString('en')} ${lost}.` : `${all}.`
    };
}

const runKinds = { sync: 'Sync', action: 'Action', 'on-event': 'Function on an event', webhook: 'Sync on a webhook' } as const;
const runEnds: Readonly<Record<string, readonly [Entry['outcome'], string]>> = {
    queued: ['neutral', 'waits'],
    running: ['neutral', 'is running'],
    succeeded: ['good', 'succeeded'],
    failed: ['bad', 'failed'],
    interrupted: ['neutral', 'was interrupted, and goes on in another run']
};

export function fromRun(row: RowOf<typeof listRunsOf>): Entry {
    const [outcome, end] = runEnds[row.status] ?? ['neutral', row.status];
    const changed = Object.entries(sumOfChanges(row.counts)).flatMap(([name, count]) =>
        count === 0 ? [] : [`${count.toLocaleString('en')} ${name}`]
    );
    // Written by `storedError`.
    const error = row.error === null ? null : describeRunError(JSON.parse(row.error) as RunError);
    return {
        ...nothing,
        id: `run:${row.id}`,
        at: row.created_at,
        kind: 'runs',
        outcome,
        text: `${runKinds[row.kind]} ${row.name} ${end}${changed.length === 0 ? '' : `: ${changed.join(', ')}`}.`,
        detail: error?.message ?? null,
        run_id: row.id
    };
}

const changeTexts: Readonly<Record<string, string>> = {
    importConnection: 'Imported.',
    updateConnection: 'Changed.',
    editConnection: 'Changed.',
    setMetadata: 'The metadata was replaced.',
    updateMetadata: 'The metadata was changed.',
    confirmConnection: 'Confirmed.',
    checkConnection: 'Checked by hand.',
    pauseSync: 'A sync was paused.',
    startSync: 'A sync was resumed.',
    triggerSync: 'A sync was started by hand.',
    pauseFunctions: 'Functions were paused.',
    startFunctions: 'Functions were resumed.',
    createReconnectLinks: 'A link to reconnect was made.',
    readCredentials: 'A function read the credentials.',
    sendExplorerRequest: 'A request was sent by hand.'
};

const fieldNames: Readonly<Record<string, string>> = {
    end_user: 'end user',
    tags: 'tags',
    webhook_url_override: 'address for webhooks',
    metadata: 'metadata'
};

export function fromChange(row: RowOf<typeof listChangesOf>, showsNames: boolean): Entry {
    const isRefused = row.status !== null && row.status >= 400;
    // Written by `auditChanges`.
    const fields = (JSON.parse(row.fields ?? '[]') as string[]).flatMap((name) => fieldNames[name] ?? []);
    const what = changeTexts[row.action] ?? `${row.action.replaceAll(/([A-Z])/g, ' $1').toLowerCase()}.`;
    const refused = isRefused ? ` Refused: ${row.error_code ?? row.status}.` : '';
    return {
        ...nothing,
        id: `change:${row.id}`,
        at: row.at,
        kind: 'changes',
        outcome: isRefused ? 'bad' : 'neutral',
        text: what.charAt(0).toUpperCase() + what.slice(1),
        detail: `${fields.join(', ')}${refused}`.trim() || null,
        by: row.actor_kind === 'member' && !showsNames ? someMember : row.actor_name
    };
}

/** When it was opened, and when it was resolved, each with its reason. */
export function fromIssue(row: RowOf<typeof listIssuesOf> | RowOf<typeof listResolvedIssuesOf>): Entry[] {
    const rule = isAlertRule(row.rule) ? alertRules[row.rule] : undefined;
    const title = rule ? `${filled(rule.title, row)}.` : row.rule;
    const common = { ...nothing, kind: 'issues' } as const;
    const opened: Entry = {
        ...common,
        id: `issue:${row.id}:opened`,
        at: row.opened_at,
        outcome: 'bad',
        text: 'An issue was opened.',
        detail: title
    };
    if (row.resolved_at === null) return [opened];
    const reason = row.resolved_by === 'request' ? 'By request.' : rule ? `It is resolved when ${rule.resolves}` : '';
    return [
        opened,
        {
            ...common,
            id: `issue:${row.id}:resolved`,
            at: row.resolved_at,
            outcome: 'good',
            text: 'The issue was resolved.',
            detail: `${title} ${reason}`.trim()
        }
    ];
}
