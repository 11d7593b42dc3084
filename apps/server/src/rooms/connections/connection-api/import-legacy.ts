import { AppError, type ErrorCode, expiryTime, importedCredentials, type ImportedCredentials } from '@patchbay/contracts';

/** Converts the removed import's body; the provider's auth mode decides which fields count. */
export function readLegacyCredentials(authMode: string, body: Record<string, unknown>, now: Date): ImportedCredentials {
    const need = (name: string, code: ErrorCode): unknown => {
        if (typeof body[name] !== 'string' || body[name] === '') throw new AppError(code);
        return body[name];
    };
    const credentials: Record<string, unknown> = { type: authMode };
    if (authMode === 'OAUTH2') {
        credentials.access_token = need('access_token', 'missing_access_token');
        if (body.refresh_token !== undefined) credentials.refresh_token = body.refresh_token;
        const override = { client_id: body.oauth_client_id_override, client_secret: body.oauth_client_secret_override };
        if (override.client_id !== undefined) credentials.config_override = override;
        credentials.expires_at = readExpiry(body, now);
    } else if (authMode === 'OAUTH2_CC') {
        credentials.token = need('access_token', 'missing_access_token');
        credentials.client_id = body.oauth_client_id_override;
        credentials.client_secret = body.oauth_client_secret_override;
        credentials.expires_at = readExpiry({ no_expiration: true, ...body }, now);
    } else if (authMode === 'OAUTH1') {
        credentials.oauth_token = body.oauth_token;
        credentials.oauth_token_secret = body.oauth_token_secret;
    } else if (authMode === 'APP' || authMode === 'CUSTOM') {
        credentials.app_id = body.app_id;
        credentials.installation_id = body.installation_id;
    } else if (authMode === 'API_KEY') {
        credentials.apiKey = need('api_key', 'missing_api_key');
    } else if (authMode === 'BASIC' || authMode === 'INSTALL_PLUGIN') {
        credentials.type = 'BASIC';
        credentials.username = need('username', 'missing_basic_username');
        credentials.password = body.password ?? '';
    } else if (authMode === 'TBA') {
        credentials.token_id = body.token_id;
        credentials.token_secret = body.token_secret;
    }
    for (const name of Object.keys(credentials)) if (credentials[name] === undefined) delete credentials[name];
    const parsed = importedCredentials.safeParse(credentials);
    if (!parsed.success)
        throw new AppError('invalid_body', {
            errors: parsed.error.issues.map(({ code, message, path }) => ({ code, message, path: path.map(String) }))
        });
    return parsed.data;
}

/** In the form of the current import. */
function readExpiry(body: Record<string, unknown>, now: Date): string | undefined {
    const { expires_at: at, expires_in: inSeconds } = body;
    if (at === undefined && typeof inSeconds !== 'number') {
        if (body.no_expiration === true) return undefined;
        throw new AppError('missing_expires_at');
    }
    const { data: date, success: isTime } = expiryTime.safeParse(
        at === undefined ? Math.round(now.getTime() + Number(inSeconds) * 1000) : at
    );
    if (!isTime) throw new AppError('invalid_expires_at');
    return date?.toISOString();
}
