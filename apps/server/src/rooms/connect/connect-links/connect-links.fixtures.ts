import { type AttemptView, type CallInput, createConnectLink, exchangeConnectLink, type SuccessOut } from '@patchbay/contracts';
import type { EndUser, TestApp } from '@patchbay/test-kit';
import { start } from '../attempts/attempts.fixtures.ts';

type Link = SuccessOut<typeof createConnectLink>['data'];

/** A share link for `ada`, unless the body says otherwise. */
export async function makeLink(app: TestApp, body: Partial<CallInput<typeof createConnectLink>['body']> = {}): Promise<Link> {
    return (await app.call(createConnectLink, { body: { end_user: { id: 'ada' }, ...body } })).data;
}

export function codeOf(url: string): string {
    return url.split('/').at(-1) ?? '';
}

/** Opens the link in another browser. */
export async function openLink(app: TestApp, url: string): Promise<EndUser> {
    const { data } = await app.callAs('')(exchangeConnectLink, { body: { code: codeOf(url) } });
    return { token: data.token, connectLink: url, call: app.callAs(data.token) };
}

/** Opens the link and connects; `unauthenticated` has nothing to type. */
export async function connectByLink(
    app: TestApp,
    url: string,
    integrationId = 'unauthenticated'
): Promise<AttemptView & { connection_id: string }> {
    const attempt = await start(await openLink(app, url), integrationId);
    if (attempt.connection_id === null) throw new Error(`Nothing was connected: ${attempt.status} ${attempt.code}`);
    return { ...attempt, connection_id: attempt.connection_id };
}
