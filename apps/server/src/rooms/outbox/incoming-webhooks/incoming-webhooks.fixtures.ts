import { createHmac } from 'node:crypto';
import { getIntegration } from '@patchbay/contracts';
import { sandboxClient, type TestApp } from '@patchbay/test-kit';
import { sendRaw } from '../../../api.fixtures.ts';

export const secret = 'sixteen tons of secret';

/** An integration of GitHub with a webhook secret. @returns the path of its webhooks */
export async function integrateGithub(app: TestApp, key = 'github', webhookSecret = secret): Promise<string> {
    await app.integrate('github', { unique_key: key, credentials: { ...sandboxClient, webhook_secret: webhookSecret } });
    return pathOf(app, key);
}

export async function pathOf(app: TestApp, key: string): Promise<string> {
    const { data } = await app.call(getIntegration, { params: { id: key }, query: { include: ['webhook'] } });
    return new URL(data.webhook_url ?? '').pathname;
}

export function signGithub(body: string | Buffer, key = secret): Record<string, string> {
    return { 'x-hub-signature-256': `sha256=${createHmac('sha256', key).update(body).digest('hex')}` };
}

/** As GitHub sends it, with these changes. */
export function sendGithub(
    app: TestApp,
    path: string,
    {
        body = '{"action":"opened"}',
        id = 'd1',
        headers = {},
        secret: key = secret
    }: { body?: string | Buffer; id?: string; headers?: Record<string, string | string[]>; secret?: string } = {}
) {
    return sendRaw(app, {
        method: 'POST',
        path,
        body,
        headers: {
            'content-type': 'application/json',
            'x-github-delivery': id,
            'x-github-event': 'issues',
            ...signGithub(body, key),
            ...headers
        }
    });
}

/** As QuickBooks sends CloudEvents, to the integration of that key. */
export async function sendQuickbooks(
    app: TestApp,
    events: readonly { id: string; intuitaccountid: string }[],
    { key = 'quickbooks', secret: signedBy = secret }: { key?: string; secret?: string } = {}
) {
    const body = JSON.stringify(events);
    const signature = createHmac('sha256', signedBy).update(body).digest('base64');
    return sendRaw(app, { method: 'POST', path: await pathOf(app, key), body, headers: { 'intuit-signature': signature } });
}
