/** What a secret key can be allowed to do. Closed list; `environment:*` is all of them. */
export const scopes = [
    'environment:*',
    'environment:connect_sessions:write',
    'environment:connections:read',
    'environment:connections:read_credentials',
    'environment:connections:write',
    'environment:proxy',
    'environment:integrations:read',
    'environment:integrations:read_credentials',
    'environment:integrations:write',
    'environment:providers:read',
    'environment:api_keys:write',
    'environment:settings:read',
    'environment:settings:write'
] as const;

export type Scope = (typeof scopes)[number];

/** Choosing where credentials are sent is equivalent to reading them. */
export const destinationScope = 'environment:connections:read_credentials' satisfies Scope;

/**
 * Scopes of a new key that names none. It cannot read credentials, choose where they are sent, make
 * keys or change settings, which limits the damage of a stolen key.
 */
export const defaultScopes: readonly Scope[] = scopes.filter(
    (scope) =>
        ![
            'environment:*',
            'environment:connections:read_credentials',
            'environment:integrations:read_credentials',
            'environment:api_keys:write',
            'environment:settings:write'
        ].includes(scope)
);

/** Does a key with `granted` scopes have `needed`? */
export function allows(granted: readonly string[], needed: Scope): boolean {
    return granted.includes('environment:*') || granted.includes(needed);
}
