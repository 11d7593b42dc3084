import type { AlertMessage } from '@patchbay/contracts';
import type { AlertChannelRow, IssueRow } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { canonicalJson } from '../../../kernel/crypto/canonical-json.ts';
import { version } from '../../../version.ts';
import { beginOperation } from '../../platform/request-log/operation.ts';
import { postJson, type SendResult } from '../webhook-deliveries/post-json.ts';
import { signedHeaders } from '../webhook-deliveries/signing-keys.ts';
import { openChannel } from './channel-secrets.ts';
import { describeIssue } from './describe-issue.ts';
import { type MessageKind, slackMessage } from './slack-message.ts';

export interface MessageToSend {
    /** The same for each try. */
    id: string;
    kind: MessageKind;
    issue: IssueRow;
    channel: AlertChannelRow;
    /** Its name. */
    environment: string;
}

/** Sends one message to one channel. @throws {SealError} */
export async function sendMessage(
    deps: Pick<Deps, 'egress' | 'clock' | 'config' | 'seal'>,
    { id, kind, issue, channel, environment }: MessageToSend
): Promise<SendResult> {
    const { url, key } = openChannel(deps, channel);
    const now = deps.clock.now();
    const content = channel.kind === 'slack' ? slackMessage(deps, { kind, issue, environment }) : genericMessage();
    const body = channel.kind === 'slack' ? JSON.stringify(content) : canonicalJson(content);
    // Of an incoming webhook the path is the secret.
    const { pathname, search } = new URL(url);
    const secrets = [key, ...[pathname.slice(1), search.slice(1)].filter((part) => part.length > 0)];
    return postJson(deps, {
        url,
        body,
        headers: {
            'user-agent': `Patchbay/${version} (alerts)`,
            ...(key === null ? {} : signedHeaders({ id, at: now, body }, [key]))
        },
        purpose: beginOperation({ kind: 'alert', environmentId: channel.environment_id, secrets })
    });

    function genericMessage(): AlertMessage {
        return {
            type: kind === 'test' ? 'test' : `issue.${kind}`,
            timestamp: now.toISOString(),
            data: { ...describeIssue(deps, issue, now), environment }
        };
    }
}
