// README: begin
import { type Issue, Patchbay } from '@patchbay/node';

const patchbay = new Patchbay({ secretKey: process.env.PATCHBAY_SECRET_KEY, baseUrl: process.env.PATCHBAY_PUBLIC_URL });

/** Once, with the address that Slack shows. */
export async function tellSlack(url: string): Promise<string> {
    const { data } = await patchbay.alertChannels.create({ kind: 'slack', name: '#integrations', url });
    return data.id;
}

/** What needs attention now, for a page of yours. */
export async function openIssues(): Promise<Issue[]> {
    return (await patchbay.issues.list({ status: 'open' })).data;
}
// README: end
