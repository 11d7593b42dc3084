// README: begin
import { Patchbay } from '@patchbay/node';

const patchbay = new Patchbay({ secretKey: process.env.PATCHBAY_SECRET_KEY, baseUrl: process.env.PATCHBAY_PUBLIC_URL });

/** Once per environment: pages that a link may lead back to. */
export async function allowReturns(): Promise<void> {
    await patchbay.connectUi.update({ allowed_return_origins: ['https://app.example.com'] });
}

/** What you put into the e-mail. */
export async function makeLink(userId: string): Promise<string> {
    const { data } = await patchbay.connectLinks.create({ end_user: { id: userId }, return_to: 'https://app.example.com/connected' });
    return data.url;
}

/** Your page /connected. @param signedInUserId from your own login, never from the address */
export async function confirmReturn(address: URL, signedInUserId: string): Promise<void> {
    const connection_id = address.searchParams.get('connection_id') ?? '';
    const provider_config_key = address.searchParams.get('integration_id') ?? '';
    await patchbay.connections.confirm({ connection_id, provider_config_key }, signedInUserId);
}
// README: end
