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

/** Does a key with `granted` scopes have `needed`? */
export function allows(granted: readonly string[], needed: Scope): boolean {
    return granted.includes('environment:*') || granted.includes(needed);
}
