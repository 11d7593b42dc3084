// README: begin
import { Hono } from 'hono';
import { verifyWebhook, WebhookVerificationError } from '@patchbay/node';
import { handle } from './handle.ts';

export const app = new Hono();

app.post('/webhooks/patchbay', async (context) => {
    try {
        const body = await context.req.text();
        await handle(verifyWebhook({ body, headers: context.req.raw.headers, signingKey: process.env['PATCHBAY_SIGNING_KEY'] }));
        return context.body(null, 204);
    } catch (error) {
        return context.body(null, error instanceof WebhookVerificationError ? 400 : 500);
    }
});
// README: end
