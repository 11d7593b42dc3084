import type { Deps } from '../../../deps.ts';
import { updateChannel } from './channels.sql.ts';
import { claimMessages, type DueMessage, endMessage } from './messages.sql.ts';
import { sendMessage } from './send-message.ts';

type SendDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'egress' | 'seal' | 'log'>;

const minuteMs = 60_000;
/** After tries that surely did not arrive; one that may have is repeated an hour later. */
const waitsMs = [5000, 30_000, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs];
const longestWaitMs = 60 * minuteMs;

/**
 * Claims messages that are due, and begins to send them, one after another to each channel.
 * @race two servers send the same message: the claim takes it for an hour, and its result is
 * written where that is still so
 */
export async function sendDue(deps: SendDeps, limit: number): Promise<Promise<void>[]> {
    const claimed = await claimMessages(deps.db, deps.clock.now(), limit);
    return [...Map.groupBy(claimed, ({ channel }) => channel.id).values()].map((messages) => sendToChannel(deps, messages));
}

/** A channel that fails is left alone: what else is for it waits as long. */
async function sendToChannel(deps: SendDeps, messages: readonly DueMessage[]): Promise<void> {
    let retryAt: Date | undefined;
    for (const message of messages) {
        if (!message.is_news) await endMessage(deps.db, message, { dropped: true });
        else if (retryAt) await endMessage(deps.db, message, { retryAt });
        else retryAt = await send(deps, message);
    }
}

/** @returns when the channel may be tried again; undefined: at once */
async function send(deps: SendDeps, message: DueMessage): Promise<Date | undefined> {
    const { db, clock, log } = deps;
    const { issue, channel } = message;
    const kind = issue.resolved_at ? 'resolved' : message.is_opening_told ? 'continued' : 'opened';
    const sent = await sendMessage(deps, { ...message, id: message.message_id, kind }).catch((error: unknown) => {
        log.warn('alert_message_failed: Patchbay will retry automatically', { channel_id: channel.id, error });
        return { failure: 'The address of the channel cannot be opened. Give it again.', mayHaveArrived: false, retryAfterMs: undefined };
    });
    const now = clock.now();
    if (sent.failure === null) {
        await endMessage(db, message, { told: issue });
        if (channel.failing_since) await updateChannel(db, channel, { failing_since: null, failure: null });
        return undefined;
    }
    await updateChannel(db, channel, { failing_since: channel.failing_since ?? now, failure: sent.failure });
    if (!channel.failing_since)
        log.warn('alert_channel_failing: Patchbay will retry automatically', {
            environment: channel.environment_id,
            channel_id: channel.id,
            reason: sent.failure
        });
    const waitMs = Math.max(waitsMs[message.tries - 1] ?? longestWaitMs, Math.min(sent.retryAfterMs ?? 0, longestWaitMs));
    const retryAt = new Date(now.getTime() + waitMs);
    if (!sent.mayHaveArrived) await endMessage(db, message, { retryAt });
    return retryAt;
}
