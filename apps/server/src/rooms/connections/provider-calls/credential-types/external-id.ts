import type { Provider } from '@patchbay/providers';
import type { Deps } from '../../../../deps.ts';

/** Whose role it is. */
export interface RoleOwner {
    environmentId: string;
    integrationId: string;
    /** The end user, else the session: what tells two customers of the integration apart. */
    owner: string;
}

/**
 * The external id of a role's owner: always the same, never that of another owner, and not to be
 * guessed. Were it theirs to choose, one could connect the role of another by its ARN alone.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/confused-deputy.html
 */
export function externalIdFor(
    { keyedHash }: Pick<Deps, 'keyedHash'>,
    { auth_mode: mode }: Pick<Provider, 'auth_mode'>,
    { environmentId, integrationId, owner }: RoleOwner
): string | undefined {
    if (mode !== 'AWS_SIGV4') return undefined;
    return keyedHash.hash(['aws external id', environmentId, integrationId, owner].join('\0')).toString('hex').slice(0, 40);
}
