/** What a secret key can be allowed to do. */
interface ScopeEntry {
    /** Whether a new key has it that names none. */
    isDefault: boolean;
    /** For `docs/keys.md`. */
    allows: string;
}

/**
 * Closed list; `environment:*` is all of them. By default a key cannot read credentials, choose
 * where they are sent, make keys or change settings, which limits the damage of a stolen key.
 */
export const scopeCatalog = {
    'environment:*': { isDefault: false, allows: 'everything' },
    'environment:connect_sessions:write': {
        isDefault: true,
        allows: 'mint connect and reconnect sessions, those with `manage_connections` only together with `environment:connections:write`; make, list and end share links'
    },
    'environment:connections:read': { isDefault: true, allows: 'list and read connections and attempts, without credentials' },
    'environment:connections:read_credentials': {
        isDefault: false,
        allows: 'see `credentials` and secret configuration in what is read; force a refresh; decide [where credentials are sent](#where-credentials-are-sent)'
    },
    'environment:connections:write': { isDefault: true, allows: 'import, change, confirm and delete connections, and their metadata' },
    'environment:proxy': { isDefault: true, allows: 'send requests through the proxy' },
    'environment:records:read': { isDefault: true, allows: 'read the records that syncs have read' },
    'environment:records:write': { isDefault: true, allows: 'remove the fields of records, whose ids and history stay' },
    'environment:syncs:read': { isDefault: true, allows: 'read the state of syncs' },
    'environment:syncs:write': { isDefault: true, allows: 'run, start and pause syncs, set how often they run, make and delete variants' },
    'environment:actions:execute': { isDefault: true, allows: 'run actions, so write to providers through the unified endpoints' },
    'environment:functions:read': {
        isDefault: true,
        allows: 'list the functions of integrations, with their schemas, and their runs with what they have logged; read the names of environment variables'
    },
    'environment:functions:write': {
        isDefault: false,
        allows: 'deploy functions, whose code reaches providers with the credentials of every connection; switch them on and off; cancel and repeat runs; set environment variables and read their values'
    },
    'environment:logs:read': {
        isDefault: false,
        allows: 'read the log of requests to providers, with the headers and bodies that it keeps'
    },
    'environment:integrations:read': { isDefault: true, allows: 'list and read integrations, without the OAuth app' },
    'environment:integrations:read_credentials': { isDefault: false, allows: 'see the OAuth app with `include=credentials`' },
    'environment:integrations:write': { isDefault: true, allows: 'make, change and delete integrations' },
    'environment:providers:read': { isDefault: true, allows: 'list and read provider definitions' },
    'environment:webhooks:read': {
        isDefault: true,
        allows: 'list webhook endpoints, without their signing keys, and deliveries; read events'
    },
    'environment:webhooks:write': {
        isDefault: false,
        allows: 'make, change, test and delete webhook endpoints, rotate signing keys, replay deliveries'
    },
    'environment:alerts:read': { isDefault: true, allows: 'list issues, and alert channels without their addresses' },
    'environment:alerts:write': {
        isDefault: false,
        allows: 'make, change, test and delete alert channels'
    },
    'environment:issues:write': { isDefault: false, allows: 'mute, unmute and resolve issues' },
    'environment:api_keys:write': { isDefault: false, allows: 'list, make and revoke keys' },
    'environment:freezes:write': {
        isDefault: false,
        allows: 'freeze integrations or the environment, revoke what is frozen, lift a freeze; list freezes'
    },
    'environment:settings:read': {
        isDefault: true,
        allows: 'read the settings of the Connect UI, of the request log, of functions and of the collector, and what the server can do'
    },
    'environment:settings:write': {
        isDefault: false,
        allows: 'change the settings of the Connect UI, the allowed return origins included, and those of the request log, of functions and of the collector'
    }
} satisfies Record<string, ScopeEntry>;

export type Scope = keyof typeof scopeCatalog;

// `Object.keys` gives any texts.
export const scopes = Object.keys(scopeCatalog) as Scope[];

/** Scopes of a new key that names none. */
export const defaultScopes: readonly Scope[] = scopes.filter((scope) => scopeCatalog[scope].isDefault);

/** Choosing where credentials are sent is equivalent to reading them. */
export const destinationScope = 'environment:connections:read_credentials' satisfies Scope;

/** What an account key can be allowed to do; `account:*` is all of them. */
export const accountScopeCatalog = {
    'account:*': 'everything of the account',
    'account:environments:read': 'list environments',
    'account:environments:write': 'make and delete environments, with everything in them',
    'account:api_keys:write': 'list, make and revoke the secret keys of every environment, so reach everything in them'
} as const;

export type AccountScope = keyof typeof accountScopeCatalog;

// `Object.keys` gives any texts.
export const accountScopes = Object.keys(accountScopeCatalog) as AccountScope[];

/** Does a key with `granted` scopes have `needed`? */
export function allows(granted: readonly string[], needed: Scope | AccountScope): boolean {
    return granted.includes(needed) || granted.includes(needed.startsWith('account:') ? 'account:*' : 'environment:*');
}
