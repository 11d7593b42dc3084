import { createAlertChannel, listIssues, type SuccessOut } from '@patchbay/contracts';
import type { CallInput } from '@patchbay/contracts';
import type { TestApp, TestAppOptions } from '@patchbay/test-kit';
import { sql } from 'kysely';
import type { Deps } from '../../../deps.ts';
import { startWebhookApp, type WebhookApp } from '../webhook-deliveries/receiver.fixtures.ts';
import { claimForNow } from './sender.ts';
import { sendToChannel } from './send-to-channel.ts';
import { watchRules } from './watch-rules.ts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;

export interface AlertApp extends WebhookApp {
    /** Makes a channel at a path of the receiver. */
    channel(
        path: string,
        more?: Partial<CallInput<typeof createAlertChannel>['body']>
    ): Promise<SuccessOut<typeof createAlertChannel>['data']>;
    /** One look at what is wrong, and the messages that are due. */
    round(): Promise<void>;
    /** What people read, in their order. */
    texts(path: string): string[];
    issues(query?: CallInput<typeof listIssues>['query']): Promise<SuccessOut<typeof listIssues>['data']>;
    /** As a refresh leaves connections whose access was ended. */
    breakConnections(ids: readonly string[], integrationId?: string): Promise<void>;
    healConnections(): Promise<void>;
}

/** A Patchbay whose alerts the test triggers, and a receiver that it may reach. */
export async function startAlertApp(options: TestAppOptions = {}): Promise<AlertApp> {
    const app = await startWebhookApp({ runsJobs: false, ...options });
    return {
        ...app,
        async channel(path, more = {}) {
            const { data } = await app.call(createAlertChannel, {
                body: { kind: 'slack', name: path, url: app.receiver.url(path), ...more }
            });
            return data;
        },
        round: () => roundOf(app),
        texts: (path) => app.receiver.at(path).map(({ json }) => String(json['text'])),
        issues: async (query = {}) => (await app.call(listIssues, { query })).data,
        async breakConnections(ids, integrationId = 'unauthenticated') {
            const failure = JSON.stringify({ kind: 'revoked', since: app.clock.now().toISOString() });
            await sql`insert into connections (environment_id, integration_id, connection_id, credentials_type, credentials, secret_config,
                    auth_state, auth_failure)
                select environment_id, id, broken, 'NONE', '', '', 'broken', ${failure}::jsonb
                from integrations, unnest(${[...ids]}::text[]) as broken where unique_key = ${integrationId}`.execute(app.db);
        },
        async healConnections() {
            await sql`update connections set auth_state = 'ok', auth_failure = null`.execute(app.db);
        }
    };
}

export async function roundOf({ server: { deps } }: TestApp): Promise<void> {
    await watchRules(deps);
    await sendDue(deps);
}

/** All that is due. */
export async function sendDue(deps: Deps): Promise<void> {
    for (const isFailing of [false, true])
        while (!deps.draining.aborted) {
            const claimed = await claimForNow(deps, { isFailing, limit: 1000, fullEnvironments: [] });
            if (claimed.length === 0) break;
            await Promise.all(claimed.map((channel) => sendToChannel(deps, channel)));
        }
}
