/**
 * Shapes of credentials. Complete as on the wire; the modes that can be defined are `Provider`'s.
 */
export type AuthMode =
    | 'OAUTH2'
    | 'OAUTH2_CC'
    | 'API_KEY'
    | 'BASIC'
    | 'NONE'
    | 'OAUTH1'
    | 'APP'
    | 'CUSTOM'
    | 'TBA'
    | 'JWT'
    | 'TWO_STEP'
    | 'SIGNATURE'
    | 'BILL'
    | 'AWS_SIGV4'
    | 'MCP_OAUTH2'
    | 'MCP_OAUTH2_GENERIC'
    | 'INSTALL_PLUGIN';
