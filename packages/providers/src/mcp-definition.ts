import type { RefreshDefinition } from './refresh-definition.ts';

/**
 * What definitions of MCP servers share. Where to sign in is what the server says, and its
 * `base_url` is the server itself: requests have no path of their own.
 */
export interface McpDefinition {
    /** Further members of what a client says of itself when it registers (RFC 7591 §2). */
    registration_params?: Readonly<Record<string, string>>;
    /** Instead of those that the server asks for. */
    default_scopes?: readonly string[];
    /** Scope → what it allows, in words for the end user. */
    scope_descriptions?: Readonly<Record<string, string>>;
    refresh?: RefreshDefinition;
    token_expiration_buffer?: number;
}

export interface McpRegistration {
    /**
     * How its authorization server gets to know the client: `dynamic`: by RFC 7591; `cimd`: by a
     * metadata document that Patchbay serves, where it has an https address; of these two, where
     * one is not there, the other. `static`: an operator registers an OAuth app.
     */
    client_registration: 'dynamic' | 'static' | 'cimd';
    /** Where its metadata names none. */
    registration_url?: string;
    /** The only authorization server that it may name. Has to be there for `static`. */
    issuer?: string;
}
