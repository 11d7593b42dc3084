import { allows, AppError, destinationScope } from '@patchbay/contracts';
import { destinationFields, type Provider } from '@patchbay/providers';
import type { SecretKeyCaller } from '../environments/authenticate-secret-key.ts';

/** Values that an integration, a session or an import sets for the fields of a provider. */
type Config = Readonly<Record<string, unknown>>;

/**
 * Requires the scope to set an address to which credentials are sent (T-96).
 * @param given.providers whose fields the values may become
 * @param given.baseUrls further base addresses of an integration
 * @throws {AppError} `forbidden` naming the field and the scope
 */
export function requireDestinationScope(
    caller: Pick<SecretKeyCaller, 'scopes'>,
    given: { providers: Iterable<Provider>; config?: Config | undefined; baseUrls?: readonly string[] | undefined }
): void {
    if (allows(caller.scopes, destinationScope)) return;
    const { providers, config = {}, baseUrls = [] } = given;
    const named = [...providers].flatMap(destinationFields).find((name) => Object.hasOwn(config, name) && !isEmpty(config[name]));
    const field = baseUrls.length > 0 ? 'allowed_base_urls' : named;
    if (field === undefined) return;
    throw new AppError('forbidden', {
        message: `Insufficient scope. Required: ${destinationScope}, because ${field} decides where credentials are sent. Use a key that has it.`
    });
}

function isEmpty(value: unknown): boolean {
    return value === undefined || value === null || value === '';
}
