import { type InstallPluginProvider, interpolateUrl, interpolationValues, valueAt } from '@patchbay/providers';
import { EgressError } from '../../../../kernel/egress/egress.ts';
import type { ProviderCallDeps } from '../provider-request.ts';
import { isAddressRefused } from '../request-token.ts';
import { ask, type Asking, isTrouble, jsonIn, mayBeOpened } from './ask.ts';
import { hostOf, type ServerProblem, unreachable, unusable } from './problem.ts';

/** Sites that do not know `_fields` list each route of each plugin. */
const maxBytes = 4_194_304;

/**
 * The root of the REST API of the site that the end user has named.
 * @returns undefined when the configuration lacks what the address needs
 * @throws {UnsafeValueError}
 */
export function apiRootOf(
    { config }: Pick<ProviderCallDeps, 'config'>,
    { provider }: { provider: InstallPluginProvider },
    connectionConfig: Readonly<Record<string, unknown>>
): string | undefined {
    const values = interpolationValues({ connectionConfig, sandboxUrl: config.sandboxUrl });
    return interpolateUrl(provider.proxy.base_url, values, provider.connection_config);
}

/**
 * Finds the page on which a user of a site approves an application. An attacker may have written
 * what the site says, so that only a page of its own origin is taken.
 * @param root of the site's REST API
 * @see https://make.wordpress.org/core/2020/11/05/application-passwords-integration-guide/
 */
export async function findApprovalPage(
    deps: Pick<ProviderCallDeps, 'egress' | 'config'>,
    asking: Asking,
    root: string
): Promise<{ ok: true; url: string } | ServerProblem> {
    const host = hostOf(root);
    try {
        const { status, headers, body } = await ask(deps, asking, { url: approvalDiscoveryUrl(root), maxBytes });
        if (isTrouble(status)) return unreachable(root);
        const movedTo = status >= 300 && status < 400 ? originOf(headers['location'], root) : undefined;
        if (movedTo !== undefined && movedTo !== new URL(root).origin)
            return unusable(`${host} has moved to ${movedTo}. Enter that address.`);
        const authentication = status === 200 ? valueAt(jsonIn(body), 'authentication') : undefined;
        if (typeof authentication !== 'object' || authentication === null)
            return unusable(
                `No WordPress was found at this address of ${host}. Check the address, and that the permalinks of the site are not “Plain”.`
            );
        const url = valueAt(authentication, 'application-passwords.endpoints.authorization');
        if (typeof url !== 'string')
            return unusable(
                `${host} has no application passwords. They need WordPress 5.6 or later and https, and a plugin can switch them off.`
            );
        const origin = originOf(url, undefined);
        if (origin === undefined || !mayBeOpened(deps, url)) return unusable(`${host} names a page that cannot be opened.`);
        if (origin !== new URL(root).origin) return unusable(`${host} says that its address is ${origin}. Enter that one.`);
        return { ok: true, url };
    } catch (error) {
        if (!(error instanceof EgressError)) throw error;
        return isAddressRefused(error.code) ? unusable(`Calls to ${host} are not allowed.`) : unreachable(root);
    }
}

/** @see https://developer.wordpress.org/rest-api/using-the-rest-api/global-parameters/#_fields */
export function approvalDiscoveryUrl(root: string): string {
    return `${root}/?_fields=authentication`;
}

/** For comparisons and sentences; a site can give any address. */
function originOf(address: string | undefined, base: string | undefined): string | undefined {
    return address === undefined ? undefined : URL.parse(address, base)?.origin.slice(0, 100);
}
