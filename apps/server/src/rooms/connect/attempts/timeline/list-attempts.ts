import type { AttemptRecord } from '@patchbay/contracts';
import type { Deps } from '../../../../deps.ts';
import { type AttemptFilter, type ListedAttempt, listAttempts as listRows } from '../attempts.sql.ts';
import { statusOf, toAttemptCode } from '../describe-attempt.ts';
import { describeStep, summarize } from './describe-timeline.ts';

/** An environment's attempts for support, newest first. @param filter.ref in any spelling */
export async function listAttempts(
    { db, providers }: Pick<Deps, 'db' | 'providers'>,
    environmentId: string,
    filter: AttemptFilter
): Promise<AttemptRecord[]> {
    const rows = await listRows(db, environmentId, { ...filter, ref: filter.ref === undefined ? undefined : normalizeRef(filter.ref) });
    return rows.map((row) => describe(row, row.provider_name ?? providers.get(row.provider)?.display_name ?? row.provider));
}

function describe(row: ListedAttempt, providerName: string): AttemptRecord {
    const code = toAttemptCode(row.code);
    return {
        attempt_id: row.id,
        ref: row.ref,
        integration_id: row.unique_key,
        provider: row.provider,
        connection_id: row.is_reconnect || row.status === 'succeeded' ? row.connection_id : null,
        status: statusOf(row),
        code,
        approval: describeWait(row),
        is_reconnect: row.is_reconnect,
        summary: summarize({ status: statusOf(row), code, timeline: row.timeline, providerName }),
        provider_text: row.provider_text,
        timeline: row.timeline.map(({ at, step }) => ({ at, step, text: describeStep(step, providerName) })),
        created_at: row.created_at.toISOString(),
        updated_at: row.updated_at.toISOString()
    };
}

function describeWait(row: ListedAttempt): AttemptRecord['approval'] {
    if (statusOf(row) !== 'pending_approval' || row.approval_since === null) return null;
    return { end_user_id: row.end_user_id, since: row.approval_since.toISOString(), until: row.expires_at.toISOString() };
}

function normalizeRef(text: string): string {
    return `C-${text
        .trim()
        .toUpperCase()
        .replace(/^C\W*(?=.{5}$)/, '')}`;
}
