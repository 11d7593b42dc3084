import type { ConnectionView } from '@patchbay/contracts';
import type { StoredEndUser } from '@patchbay/db';

/** As responses have it: a newer server may have stored more. */
export function describeEndUser({ id, email, display_name, tags, organization }: StoredEndUser): NonNullable<ConnectionView['end_user']> {
    return {
        id,
        email,
        display_name,
        tags,
        organization: organization && { id: organization.id, display_name: organization.display_name }
    };
}
