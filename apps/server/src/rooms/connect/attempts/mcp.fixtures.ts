import type { AttemptView } from '@patchbay/contracts';
import type { EndUser, TestApp } from '@patchbay/test-kit';
import { z } from 'zod';
import { read, start, startSignIn } from './attempts.fixtures.ts';

export const mcpKey = 'sandbox-mcp';
export const genericKey = 'mcp-generic';

/** What the sandbox's MCP server does otherwise than it should, until the sandbox is reset. */
export async function mcpModes(app: TestApp, modes: Record<string, unknown>): Promise<void> {
    await app.sandbox.control('mcp/modes', modes);
}

const clients = z.object({
    clients: z.array(z.object({ issuer: z.string(), id: z.string(), name: z.string(), redirectUris: z.unknown(), authMethod: z.string() }))
});
/** Those that registered, not the operator's. */
export async function registeredClients(app: TestApp) {
    const all = clients.parse(await app.sandbox.control('mcp/clients')).clients;
    return all.filter(({ redirectUris }) => Array.isArray(redirectUris));
}

const journal = z.object({ requests: z.array(z.looseObject({ path: z.string(), form: z.record(z.string(), z.array(z.string())) })) });
export async function requestsOf(app: TestApp, path: string) {
    return journal.parse(await app.sandbox.control(`mcp/journal?path_regex=${encodeURIComponent(path)}`)).requests;
}

/** Time passes here and at the sandbox's MCP server. */
export async function passMcpTime(app: TestApp, ms: number): Promise<void> {
    app.clock.advance(ms);
    await app.sandbox.control('mcp/clock', { advance_ms: ms });
}

/** What an end user types for the generic provider. */
export function addressOf(app: TestApp, server = 'server'): { connection_config: { mcp_server_url: string } } {
    return { connection_config: { mcp_server_url: `${app.sandbox.url}/mcp/${server}` } };
}

/** A whole sign-in. */
export async function signInToMcp(
    app: TestApp,
    endUser: EndUser,
    { integrationId = mcpKey, typed = {}, decision = 'allow' }: { integrationId?: string; typed?: object; decision?: 'allow' | 'deny' } = {}
): Promise<{ attempt: AttemptView; html: string }> {
    const { attempt_id: id, launch_url: launchUrl } = await startSignIn(endUser, integrationId, typed);
    const { html } = await app.browser().signIn(launchUrl, { account: 'ada', decision });
    return { attempt: await read(endUser, id), html };
}

/** A sign-in that ends before the browser is sent away. */
export async function refusedLaunch(
    app: TestApp,
    { integrationId = mcpKey, typed = {} } = {}
): Promise<{ attempt: AttemptView; html: string }> {
    const endUser = await app.session();
    const { attempt_id: id, launch_url: launchUrl } = await start(endUser, integrationId, typed);
    const page = await app.browser().launch(launchUrl ?? '');
    if (page.authorizationUrl !== undefined) throw new Error(`The browser was sent to ${page.authorizationUrl}.`);
    return { attempt: await read(endUser, id), html: page.html };
}
