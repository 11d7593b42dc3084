import { isRecord, isText } from '../check-fields.ts';
import type { Check } from '../check-fields.ts';
import type { AuthMethod, Clients } from './clients.ts';
import type { Conversations } from './conversations.ts';

export const SCOPES: readonly string[] = ['notes:read', 'notes:write'];

/** What it does and says otherwise than it should. */
export interface Modes {
    registers: boolean;
    takes_documents: boolean;
    auth_methods: readonly AuthMethod[];
    /** Calls need no token. */
    is_open: boolean;
    /** Whether a 401 says where the server's metadata is. */
    tells_metadata: boolean;
    asked_scope: string;
    /** Members that replace those of the metadata. */
    metadata: Readonly<Record<string, unknown>>;
    resource_metadata: Readonly<Record<string, unknown>>;
    /** Where the metadata is, by the names of the path forms. */
    metadata_at: string;
    resource_metadata_at: string;
    /** `iss` of the callback: as it should be, `absent`, or another text. */
    iss: string;
    /** Given to every client that registers. */
    client_id: string;
    grants_refresh: boolean;
    /** Whether a refresh token is good once. */
    rotates: boolean;
}

export function initialModes(): Modes {
    return {
        registers: true,
        takes_documents: false,
        auth_methods: ['none', 'client_secret_post', 'client_secret_basic'],
        is_open: false,
        tells_metadata: true,
        asked_scope: 'notes:read',
        metadata: {},
        resource_metadata: {},
        metadata_at: 'oauth',
        resource_metadata_at: 'told',
        iss: '',
        client_id: '',
        grants_refresh: true,
        rotates: true
    };
}

const isFlag: Check = (value) => typeof value === 'boolean';
export const MODE_FIELDS: Readonly<Record<string, Check>> = {
    registers: isFlag,
    takes_documents: isFlag,
    auth_methods: Array.isArray,
    is_open: isFlag,
    tells_metadata: isFlag,
    asked_scope: isText,
    metadata: isRecord,
    resource_metadata: isRecord,
    metadata_at: isText,
    resource_metadata_at: isText,
    iss: isText,
    client_id: isText,
    grants_refresh: isFlag,
    rotates: isFlag
};

/** An MCP server and the authorization server that it names. */
export interface Side {
    /** Of the emulator. */
    url: string;
    server: string;
    issuer: string;
    clients: Clients;
    conversations: Conversations;
    modes: Modes;
    /** Clients' metadata documents, by their address: nothing is fetched. */
    documents: Map<string, Record<string, unknown>>;
}

/** RFC 9728 §3: at the path, at the root, or where the challenge says. */
export function isResourceMetadataAt({ server, modes }: Side, at: string): boolean {
    const { origin, pathname } = new URL(server);
    const wellKnown = `${origin}/.well-known/oauth-protected-resource`;
    const places: Readonly<Record<string, string>> = {
        told: `${server}/.well-known/oauth-protected-resource`,
        path: `${wellKnown}${pathname}`
    };
    return at === places[modes.resource_metadata_at];
}

/** RFC 8414 §3.1, and OpenID Connect Discovery §4. */
export function isMetadataAt({ issuer, modes }: Side, at: string): boolean {
    const { origin, pathname } = new URL(issuer);
    const places: Readonly<Record<string, string>> = {
        oauth: `${origin}/.well-known/oauth-authorization-server${pathname}`,
        openid: `${origin}/.well-known/openid-configuration${pathname}`,
        appended: `${issuer}/.well-known/openid-configuration`
    };
    return at === places[modes.metadata_at];
}
