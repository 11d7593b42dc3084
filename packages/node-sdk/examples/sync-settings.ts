// README: begin
import { Patchbay } from '@patchbay/node';

const patchbay = new Patchbay({ secretKey: process.env.PATCHBAY_SECRET_KEY, baseUrl: process.env.PATCHBAY_PUBLIC_URL });

/** @returns a token to connect Gem, of which jobs and candidates are read every 15 minutes */
export async function mintForRecruiting(userId: string): Promise<string> {
    const { data } = await patchbay.connectSessions.create({
        end_user: { id: userId },
        allowed_integrations: ['gem'],
        integrations_config_defaults: {
            gem: { metadata: { sync: { models: ['Job', 'Candidate'], frequency: 'every 15 minutes' } } }
        }
    });
    return data.token;
}
// README: end
