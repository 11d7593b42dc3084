import { patchbay } from './client.ts';

// README: begin
/** @param user who is signed in at your product, from your own login */
export async function mint(user: { id: string; email: string }): Promise<string> {
    const { data } = await patchbay.connectSessions.create({ end_user: user, allowed_integrations: ['github'] });
    return data.token;
}
// README: end
