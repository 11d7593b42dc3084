import {
    type AuthorizationServerMetadata,
    readChallenge,
    readResourceMetadata,
    readServerMetadata,
    resourceMetadataUrls,
    resourceOf,
    serverMetadataUrls
} from '@patchbay/oauth';
import { mcpInitialize } from '@patchbay/providers';
import { EgressError } from '../../../../kernel/egress/egress.ts';
import type { ProviderCallDeps } from '../provider-request.ts';
import { isAddressRefused } from '../request-token.ts';
import { ask, type Asking, askForJson, isTrouble, mayBeOpened } from '../discovery/ask.ts';
import { hostOf, type ServerProblem, unreachable, unusable } from '../discovery/problem.ts';

/** What an MCP server and its authorization server say of themselves, as far as it can be used. */
export interface DiscoveredServer {
    ok: true;
    metadata: AuthorizationServerMetadata;
    resource: string;
    /** That the server asks for; undefined: it does not say. */
    scopes: string[] | undefined;
}

/**
 * Finds where to sign in for an MCP server. Everything that is read may be an attacker's text, so
 * it has to fit to what was asked, and addresses are left to egress.
 * @param expectedIssuer the only one that may be named
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization
 */
export async function discoverServer(
    deps: Pick<ProviderCallDeps, 'egress' | 'config'>,
    { purpose, signal }: Asking,
    serverUrl: string,
    expectedIssuer: string | undefined
): Promise<DiscoveredServer | ServerProblem> {
    let isInTrouble = false;
    const onTrouble = () => (isInTrouble = true);
    const asking = { purpose, signal, onTrouble };
    try {
        const { headers, body } = mcpInitialize;
        const first = await ask(deps, asking, { url: serverUrl, method: 'POST', headers: { ...headers }, body: JSON.stringify(body) });
        if (isTrouble(first.status)) onTrouble();
        const challenge = readChallenge(first.headers['www-authenticate']);
        const resource = await findResource(deps, asking, serverUrl, challenge.metadataUrl);
        // Servers of the first version have no metadata of their own.
        const issuer = resource?.issuer ?? expectedIssuer ?? new URL(serverUrl).origin;
        if (expectedIssuer !== undefined && withoutSlash(issuer) !== withoutSlash(expectedIssuer))
            return unusable(`${hostOf(serverUrl)} names ${hostOf(issuer)} as the place to sign in, which is not the one that is expected.`);
        const metadata = await findMetadata(deps, asking, issuer);
        if (!metadata && isInTrouble) return unreachable(issuer);
        if (!metadata && !resource && first.status < 400)
            return unusable(`${hostOf(serverUrl)} asks for no authorization, so there is nothing to sign in to.`);
        if (!metadata && !resource) return unusable(`${hostOf(serverUrl)} does not say where to sign in, as an MCP server has to.`);
        if (!metadata) return unusable(`${hostOf(issuer)}, where one signs in for ${hostOf(serverUrl)}, does not say how.`);
        if (metadata === 'no_pkce')
            return unusable(`${hostOf(issuer)} does not say that it supports PKCE with S256, without which a sign-in is not safe.`);
        if (!mayBeOpened(deps, metadata.authorizationUrl) || !mayBeOpened(deps, metadata.tokenUrl))
            return unusable(`${hostOf(issuer)} names an address that is not https.`);
        const scopes = challenge.scopes ?? resource?.scopes;
        return { ok: true, metadata, resource: resource?.resource ?? resourceOf(serverUrl), scopes: withOfflineAccess(scopes, metadata) };
    } catch (error) {
        if (!(error instanceof EgressError)) throw error;
        return isAddressRefused(error.code) ? unusable(`Calls to ${hostOf(serverUrl)} are not allowed.`) : unreachable(serverUrl);
    }
}

async function findResource(deps: Pick<ProviderCallDeps, 'egress'>, asking: Asking, serverUrl: string, metadataUrl: string | undefined) {
    for (const url of resourceMetadataUrls(serverUrl, { metadataUrl })) {
        const resource = readResourceMetadata(await askForJson(deps, asking, url), serverUrl);
        if (resource) return resource;
    }
    return undefined;
}

async function findMetadata(deps: Pick<ProviderCallDeps, 'egress'>, asking: Asking, issuer: string) {
    let found: ReturnType<typeof readServerMetadata>;
    for (const url of serverMetadataUrls(issuer)) {
        const metadata = readServerMetadata(await askForJson(deps, asking, url), issuer);
        if (metadata && metadata !== 'no_pkce') return metadata;
        found ??= metadata;
    }
    return found;
}

/** Without it some never issue a refresh token. */
function withOfflineAccess(scopes: string[] | undefined, { hasOfflineAccess }: AuthorizationServerMetadata): string[] | undefined {
    return scopes && hasOfflineAccess ? [...new Set([...scopes, 'offline_access'])] : scopes;
}

function withoutSlash(issuer: string): string {
    return issuer.endsWith('/') ? issuer.slice(0, -1) : issuer;
}
