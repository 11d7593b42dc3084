import { patchbay } from './client.ts';

// README: begin
/** @returns the redirect URI that the OAuth app at GitHub has to name */
export async function integrateGitHub(app: { id: string; secret: string }): Promise<string | undefined> {
    const { data } = await patchbay.integrations.create({
        provider: 'github',
        unique_key: 'github',
        credentials: { type: 'OAUTH2', client_id: app.id, client_secret: app.secret },
        scopes: ['read:user', 'repo']
    });
    return data.redirect_uri;
}
// README: end
