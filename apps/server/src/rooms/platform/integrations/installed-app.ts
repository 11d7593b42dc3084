import { invalidBody } from '@patchbay/contracts';
import { installedAppOf, type InstalledProvider, interpolateUrl } from '@patchbay/providers';
import type { Config } from '../../../config.ts';
import { PrivateKeyError, readRsaPrivateKey } from '../../../kernel/crypto/private-key.ts';
import type { IntegrationChanges } from './integration-changes.ts';
import type { InstalledApp } from './open-integration.ts';

type AppChanges = Extract<NonNullable<IntegrationChanges['credentials']>, { privateKey?: unknown }>;

/**
 * The page on which an app is installed, from its public page.
 * @returns undefined when the link is not to an app of this provider
 */
export function installationPage(
    { sandboxUrl }: Pick<Config, 'sandboxUrl'>,
    provider: InstalledProvider,
    link: string
): string | undefined {
    const publicPage = link.replace(/\/+$/, '').replace(/\/installations\/new$/, '');
    const slug = /\/([\w-]+)$/.exec(publicPage)?.[1];
    const page = slug === undefined ? undefined : interpolateUrl(installedAppOf(provider).authorization_url, { app: { slug }, sandboxUrl });
    return page?.startsWith(`${publicPage}/`) === true ? page : undefined;
}

/** Merged with what is stored. @throws {AppError} `invalid_body` with the path to the field */
export function mergeInstalledApp(
    config: Pick<Config, 'sandboxUrl'>,
    provider: InstalledProvider,
    stored: InstalledApp | undefined,
    { link: newLink, privateKey: newKey, userClientId, userClientSecret }: AppChanges
): InstalledApp {
    const link = newLink ?? stored?.link ?? '';
    const privateKey = newKey ?? stored?.privateKey ?? '';
    if (installationPage(config, provider, link) === undefined)
        throw invalidBody(['credentials', 'app_link'], `This is not the public page of an app of ${provider.display_name}.`);
    try {
        readRsaPrivateKey(privateKey);
    } catch (error) {
        if (!(error instanceof PrivateKeyError)) throw error;
        throw invalidBody(['credentials', 'private_key'], error.message);
    }
    const clientId = userClientId ?? stored?.user?.clientId;
    const clientSecret = userClientSecret ?? stored?.user?.clientSecret;
    if (clientId === undefined && clientSecret === undefined) return { link, privateKey };
    if (clientId === undefined || clientSecret === undefined)
        throw invalidBody(
            ['credentials', clientId === undefined ? 'client_id' : 'client_secret'],
            'Client id and client secret go together: give both, or neither.'
        );
    return { link, privateKey, user: { clientId, clientSecret } };
}
