import type { AlertChannelRow } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import type { SendResult } from '../webhook-deliveries/post-json.ts';
import { type LeasedChannel, noFailures, releaseChannel, updateChannel } from './channels.sql.ts';
import { endMessage, takeMessage, type TakenMessage } from './messages.sql.ts';
import { sendMessage } from './send-message.ts';

type SendDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'egress' | 'seal' | 'log' | 'draining'>;

const minuteMs = 60_000;
/** After failures in a row. A message that may have arrived is repeated an hour later. */
const waitsMs = [5000, 30_000, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs];
const longestWaitMs = 60 * minuteMs;
/** Longer than a turn and one message take. */
export const leaseMs = 30_000;
/** Then others have their turn. */
const turnMs = 10_000;

/**
 * Sends what is due to a channel that this server has leased, one message after another, and gives
 * the channel back. A channel that fails is left alone for a while.
 * @race a server whose lease has ended sends on: each message is taken for an hour, and its result
 * is written where that is still so
 */
export async function sendToChannel(deps: SendDeps, leased: LeasedChannel): Promise<void> {
    const { db, clock, draining } = deps;
    const endsAt = clock.now().getTime() + turnMs;
    let mayGoOn = true;
    while (mayGoOn && !draining.aborted && clock.now().getTime() < endsAt) {
        const message = await takeMessage(db, leased, clock.now());
        if (!message) break;
        if (message.is_news) mayGoOn = await send(deps, message);
        else await endMessage(db, message, { dropped: true });
    }
    await releaseChannel(db, leased);
}

/** @returns whether it arrived */
async function send(deps: SendDeps, message: TakenMessage): Promise<boolean> {
    const { db, clock, log } = deps;
    const { issue, channel } = message;
    const kind = issue.resolved_at ? 'resolved' : message.is_opening_told ? 'continued' : 'opened';
    const sent = await sendMessage(deps, { ...message, id: message.message_id, kind }).catch((error: unknown): SendResult => {
        log.warn('alert_message_failed: Patchbay will retry automatically', {
            environment: channel.environment_id,
            channel_id: channel.id,
            error
        });
        return { status: null, failure: 'The address of the channel cannot be opened. Give it again.', mayHaveArrived: false };
    });
    if (sent.failure === null) {
        await endMessage(db, message, { told: issue });
        if (channel.failing_since) await updateChannel(db, channel, noFailures);
        return true;
    }
    const waitMs = Math.max(waitsMs[channel.failures] ?? longestWaitMs, Math.min(sent.retryAfterMs ?? 0, longestWaitMs));
    const now = clock.now();
    if (!sent.mayHaveArrived) await endMessage(db, message, { dueAt: now });
    await recordFailure(deps, channel, { failure: sent.failure, retryAt: new Date(now.getTime() + waitMs) });
    return false;
}

async function recordFailure(
    { db, clock, log }: SendDeps,
    channel: AlertChannelRow,
    { failure, retryAt }: { failure: string; retryAt: Date }
): Promise<void> {
    const { environment_id: environment, id, failing_since: failingSince, failures } = channel;
    await updateChannel(db, channel, {
        failing_since: failingSince ?? clock.now(),
        failure,
        failures: failures + 1,
        retry_at: retryAt
    });
    if (!failingSince)
        log.warn('alert_channel_failing: Patchbay will retry automatically', { environment, channel_id: id, reason: failure });
}
