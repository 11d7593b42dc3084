// README: begin
import express from 'express';
import { verifyWebhook, WebhookVerificationError } from '@patchbay/node';
import { handle } from './handle.ts';

export const app = express();

// Before express.json(), which would leave nothing of the raw body.
app.post('/webhooks/patchbay', express.raw({ type: '*/*' }), async (request, response) => {
    try {
        await handle(verifyWebhook({ body: request.body, headers: request.headers, signingKey: process.env['PATCHBAY_SIGNING_KEY'] }));
        response.sendStatus(204);
    } catch (error) {
        response.sendStatus(error instanceof WebhookVerificationError ? 400 : 500);
    }
});
// README: end
