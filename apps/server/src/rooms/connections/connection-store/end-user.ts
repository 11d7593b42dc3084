import type { StoredEndUser } from '@patchbay/db';

interface GivenEndUser {
    id: string;
    email?: string | undefined;
    display_name?: string | undefined;
    tags?: Record<string, string> | undefined;
}

interface GivenOrganization {
    id: string;
    display_name?: string | undefined;
}

/** The end user as stored. Without one, the organization is kept in the tags only. */
export function toStoredEndUser(endUser: GivenEndUser, organization?: GivenOrganization): StoredEndUser;
export function toStoredEndUser(endUser: GivenEndUser | undefined, organization?: GivenOrganization): StoredEndUser | null;
export function toStoredEndUser(endUser: GivenEndUser | undefined, organization?: GivenOrganization): StoredEndUser | null {
    if (!endUser) return null;
    return {
        id: endUser.id,
        email: endUser.email ?? null,
        display_name: endUser.display_name ?? null,
        tags: endUser.tags ?? null,
        organization: organization ? { id: organization.id, display_name: organization.display_name ?? null } : null
    };
}

const maxTags = 10;

/** Generated tags, overridden by `given`. The end user's own tags are dropped above the limit. */
export function toTags(
    endUser: StoredEndUser | null,
    organization: GivenOrganization | undefined,
    given: Record<string, string> = {}
): Record<string, string> {
    const generated: Record<string, string> = {};
    const add = (key: string, value: string | null | undefined) => {
        if (value) generated[key] = value.slice(0, 255);
    };
    add('end_user_id', endUser?.id);
    add('end_user_email', endUser?.email);
    add('end_user_display_name', endUser?.display_name);
    add('organization_id', organization?.id ?? endUser?.organization?.id);
    add('organization_display_name', organization?.display_name ?? endUser?.organization?.display_name);
    const own = Object.fromEntries(
        Object.entries(endUser?.tags ?? {}).map(([key, value]) => [key.toLowerCase().slice(0, 64), value.slice(0, 255)])
    );
    const all = { ...generated, ...own, ...given };
    return Object.keys(all).length <= maxTags ? all : { ...generated, ...given };
}

/** The tags that the end user and the organization do not explain: the customer's own. */
export function ownTags(tags: Record<string, string>, endUser: StoredEndUser | null): Record<string, string> {
    const generated = toTags(endUser, undefined);
    return Object.fromEntries(Object.entries(tags).filter(([key, value]) => generated[key] !== value));
}

/** Replaces the tags generated from the old end user by those of the new one; others stay. */
export function retag(stored: Record<string, string>, before: StoredEndUser | null, now: StoredEndUser | null): Record<string, string> {
    const generated = toTags(now, undefined);
    const kept = Object.entries(ownTags(stored, before)).filter(([key]) => !Object.hasOwn(generated, key));
    return toTags(now, undefined, Object.fromEntries(kept));
}
