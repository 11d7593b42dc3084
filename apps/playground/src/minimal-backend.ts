// README: begin
import { Patchbay } from '@patchbay/node';

export async function mintSession(): Promise<{ token: string }> {
    const patchbay = new Patchbay({ secretKey: process.env.PATCHBAY_SECRET_KEY, baseUrl: process.env.PATCHBAY_PUBLIC_URL });
    const { data } = await patchbay.connectSessions.create({ end_user: { id: 'user_1' } });
    return { token: data.token };
}
// README: end
