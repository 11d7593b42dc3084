import { patchbay } from './client.ts';

// README: begin
/** @returns the key, which is shown this once */
export async function keyForMinting(): Promise<string> {
    const { data } = await patchbay.keys.create({
        display_name: 'minting only',
        scopes: ['environment:connect_sessions:write', 'environment:connections:read']
    });
    return data.secret;
}
// README: end
