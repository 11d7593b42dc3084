import { type AttemptCode, attemptCodes, type AttemptStatus, type AttemptView } from '@patchbay/contracts';
import type { AttemptRow } from '@patchbay/db';

/** Stored with a status that the release before knows, so that its servers can read the row. */
export function statusOf(row: Pick<AttemptRow, 'status' | 'approval_since'>): AttemptStatus {
    return row.status === 'awaiting_user' && row.approval_since !== null ? 'pending_approval' : row.status;
}

/** An attempt as its session sees it. @param integrationKey the integration's current key */
export function describeAttempt(
    row: AttemptRow,
    integrationKey: string,
    { launchUrl, approvalUrl }: { launchUrl?: string | undefined; approvalUrl?: string | undefined } = {}
): AttemptView {
    const hasSucceeded = row.status === 'succeeded';
    const view: AttemptView = {
        attempt_id: row.id,
        integration_id: integrationKey,
        status: statusOf(row),
        code: toAttemptCode(row.code),
        ref: row.ref,
        provider_text: providerTextForEndUser(row),
        missing_scopes: row.missing_scopes,
        connection_id: hasSucceeded ? row.connection_id : null,
        is_new: !row.is_reconnect,
        options: row.status === 'needs_choice' ? row.options : null,
        was: row.status === 'account_mismatch' ? row.was_label : null,
        now: row.status === 'account_mismatch' ? row.now_label : null,
        account_label: hasSucceeded ? row.now_label : null,
        expires_at: row.expires_at.toISOString(),
        updated_at: row.updated_at.toISOString()
    };
    if (launchUrl !== undefined) view.launch_url = launchUrl;
    if (approvalUrl !== undefined) view.approval_url = approvalUrl;
    return view;
}

/** The provider's text, unless it is about the OAuth app: then only the customer reads it. */
export function providerTextForEndUser({ code, provider_text: text }: Pick<AttemptRow, 'code' | 'provider_text'>): string | null {
    return code === 'integration_misconfigured' ? null : text;
}

export function toAttemptCode(text: string | null): AttemptCode | null {
    if (text === null) return null;
    return attemptCodes.find((code) => code === text) ?? 'unexpected';
}
