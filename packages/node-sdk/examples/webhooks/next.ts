// README: begin
// app/webhooks/patchbay/route.ts
import { verifyWebhook, WebhookVerificationError } from '@patchbay/node';
import { handle } from './handle.ts';

export async function POST(request: Request): Promise<Response> {
    try {
        const body = await request.text();
        await handle(verifyWebhook({ body, headers: request.headers, signingKey: process.env['PATCHBAY_SIGNING_KEY'] }));
        return new Response(null, { status: 204 });
    } catch (error) {
        return new Response(null, { status: error instanceof WebhookVerificationError ? 400 : 500 });
    }
}
// README: end
