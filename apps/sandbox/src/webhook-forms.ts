import { createHash, createHmac } from 'node:crypto';

/** What is sent: a body of the vendor's form, and the headers that sign it. */
export interface SignedWebhook {
    headers: Record<string, string>;
    body: string;
}

interface Order {
    /** The account, in the vendor's words: a realm, a team, a shop … */
    account: string;
    /** The vendor's id of the event. */
    id: string;
    secret: string;
    url: string;
    nowMs: number;
}

type Form = (order: Order) => SignedWebhook;

const hex = (algorithm: string, secret: string, text: string) => createHmac(algorithm, secret).update(text).digest('hex');
const base64 = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('base64');
const json = { 'content-type': 'application/json' };
const seconds = (nowMs: number) => String(Math.floor(nowMs / 1000));

/** Each written from its vendor's page, which `packages/providers` names beside its own reading. */
export const WEBHOOK_FORMS: Readonly<Record<string, Form>> = {
    github({ account, id, secret }) {
        const body = JSON.stringify({ action: 'opened', installation: { id: Number(account) }, issue: { title: 'Ünïcode' } });
        return {
            body,
            headers: {
                ...json,
                'X-GitHub-Event': 'issues',
                'X-GitHub-Delivery': id,
                'X-Hub-Signature-256': `sha256=${hex('sha256', secret, body)}`
            }
        };
    },
    slack({ account, id, secret, nowMs }) {
        const body = JSON.stringify({ type: 'event_callback', team_id: account, event_id: id, event: { type: 'app_mention' } });
        return slackSigned(body, secret, nowMs);
    },
    slack_verification({ secret, id, nowMs }) {
        return slackSigned(JSON.stringify({ type: 'url_verification', challenge: id, token: 'x' }), secret, nowMs);
    },
    stripe({ account, id, secret, nowMs }) {
        const body = JSON.stringify({ id, object: 'event', type: 'customer.created', account, livemode: true }, undefined, 2);
        const time = seconds(nowMs);
        return { body, headers: { ...json, 'Stripe-Signature': `t=${time},v1=${hex('sha256', secret, `${time}.${body}`)},v0=none` } };
    },
    hubspot_v1({ account, id, secret }) {
        const body = hubspotBody(account, id, 0);
        const signature = createHash('sha256')
            .update(secret + body)
            .digest('hex');
        return { body, headers: { ...json, 'X-HubSpot-Signature-Version': 'v1', 'X-HubSpot-Signature': signature } };
    },
    hubspot_v3({ account, id, secret, url, nowMs }) {
        const body = hubspotBody(account, id, nowMs);
        const signature = base64(secret, `POST${url}${body}${nowMs}`);
        return { body, headers: { ...json, 'X-HubSpot-Request-Timestamp': String(nowMs), 'X-HubSpot-Signature-v3': signature } };
    },
    xero({ account, id, secret }) {
        const event = {
            resourceId: id,
            eventDateUtc: '2026-01-01T00:00:00.000',
            eventType: 'UPDATE',
            eventCategory: 'INVOICE',
            tenantId: account
        };
        const body = JSON.stringify({ events: [event], firstEventSequence: 1, lastEventSequence: 1, entropy: 'S0m3r4Nd0mt3xt' });
        return { body, headers: { ...json, 'x-xero-signature': base64(secret, body) } };
    },
    xero_intent({ secret }) {
        const body = JSON.stringify({ events: [], firstEventSequence: 0, lastEventSequence: 0, entropy: 'S0m3r4Nd0mt3xt' });
        return { body, headers: { ...json, 'x-xero-signature': base64(secret, body) } };
    },
    shopify({ account, id, secret }) {
        const body = '{"id":820982911946154508,"email":"jon@example.com"}';
        return {
            body,
            headers: {
                ...json,
                'X-Shopify-Topic': 'orders/create',
                'X-Shopify-Shop-Domain': `${account}.myshopify.com`,
                'X-Shopify-Event-Id': id,
                'X-Shopify-Hmac-Sha256': base64(secret, body)
            }
        };
    },
    linear({ account, id, secret, nowMs }) {
        const body = JSON.stringify({ action: 'create', type: 'Issue', organizationId: account, webhookTimestamp: nowMs, data: {} });
        return {
            body,
            headers: { ...json, 'Linear-Delivery': id, 'Linear-Event': 'Issue', 'Linear-Signature': hex('sha256', secret, body) }
        };
    },
    intercom({ account, id, secret }) {
        const body = JSON.stringify({ type: 'notification_event', id, topic: 'user.created', app_id: account, data: {} });
        return { body, headers: { ...json, 'X-Hub-Signature': `sha1=${hex('sha1', secret, body)}` } };
    },
    zendesk({ id, secret, nowMs }) {
        const body = JSON.stringify({ type: 'zen:event-type:ticket.created', id, detail: {} });
        const time = new Date(nowMs).toISOString();
        return {
            body,
            headers: {
                ...json,
                'X-Zendesk-Webhook-Invocation-Id': id,
                'X-Zendesk-Webhook-Signature-Timestamp': time,
                'X-Zendesk-Webhook-Signature': base64(secret, time + body)
            }
        };
    },
    lever({ id, secret, nowMs }) {
        const token = `token-${id}`;
        const signature = hex('sha256', secret, `${token}${nowMs}`);
        return { body: JSON.stringify({ id, triggeredAt: nowMs, event: 'candidateHired', token, signature, data: {} }), headers: json };
    },
    ashby({ id, secret }) {
        const body = JSON.stringify({ action: 'candidateHire', webhookActionId: id, data: {} });
        return { body, headers: { ...json, 'Ashby-Signature': `sha256=${hex('sha256', secret, body)}` } };
    },
    greenhouse({ id, secret }) {
        const body = JSON.stringify({ action: 'candidate_hired', payload: {} });
        return { body, headers: { ...json, 'Greenhouse-Event-ID': id, Signature: `sha256 ${hex('sha256', secret, body)}` } };
    },
    quickbooks_legacy({ account, id, secret }) {
        const entities = [{ name: 'Account', id, operation: 'Create', lastUpdated: '2025-09-08T20:52:31.657Z' }];
        const body = JSON.stringify({ eventNotifications: [{ realmId: account, dataChangeEvent: { entities } }] });
        return { body, headers: { ...json, 'intuit-signature': base64(secret, body) } };
    },
    quickbooks_cloudevents({ account, id, secret }) {
        const event = { specversion: '1.0', id, source: 'intuit.x=', type: 'qbo.account.created.v1', datacontenttype: 'application/json' };
        const body = JSON.stringify([
            { ...event, time: '2026-05-31T21:31:25.179Z', intuitentityid: '1', intuitaccountid: account, data: {} }
        ]);
        return { body, headers: { ...json, 'intuit-signature': base64(secret, body) } };
    }
};

function slackSigned(body: string, secret: string, nowMs: number): SignedWebhook {
    const time = seconds(nowMs);
    const signature = hex('sha256', secret, `v0:${time}:${body}`);
    return { body, headers: { ...json, 'X-Slack-Request-Timestamp': time, 'X-Slack-Signature': `v0=${signature}` } };
}

/** @param attempt HubSpot counts its attempts in the body */
function hubspotBody(account: string, id: string, attempt: number): string {
    const event = {
        eventId: id,
        subscriptionId: 12_345,
        portalId: Number(account),
        occurredAt: 1_564_113_600_000,
        subscriptionType: 'contact.creation'
    };
    return JSON.stringify([{ ...event, attemptNumber: attempt, objectId: 123 }]);
}
