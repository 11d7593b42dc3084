// README: begin
import Fastify from 'fastify';
import { verifyWebhook, WebhookVerificationError } from '@patchbay/node';
import { handle } from './handle.ts';

export const app = Fastify();

// In a plugin of its own, so that other routes keep their parsed bodies.
app.register(async (webhooks) => {
    webhooks.removeAllContentTypeParsers();
    webhooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    webhooks.post<{ Body: Buffer }>('/webhooks/patchbay', async ({ body, headers }, reply) => {
        try {
            await handle(verifyWebhook({ body, headers, signingKey: process.env['PATCHBAY_SIGNING_KEY'] }));
            return await reply.code(204).send();
        } catch (error) {
            return reply.code(error instanceof WebhookVerificationError ? 400 : 500).send();
        }
    });
});
// README: end
