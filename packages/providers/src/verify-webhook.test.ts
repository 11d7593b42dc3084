import { describe, expect, test } from 'vitest';
import { findProvider, readWebhook, verifyWebhook, type WebhookRequest, type WithWebhooks } from './index.ts';

interface Vector {
    provider: string;
    /**
     * Where the vendor publishes secret, request and signature: its page, or the tests of its SDK.
     * Absent: none was found, and it is computed by openssl.
     */
    published?: string;
    secret: string;
    /** The address that was called. */
    url?: string;
    headers: Record<string, string>;
    body: string;
    /** When it was sent, ISO 8601. */
    at?: string;
    /** How far from then it may be received, in seconds; absent: at any time. */
    tolerance?: number;
    /** What it is about, as `value=what of a connection`. */
    accounts: (string | undefined)[];
}

const slackCommand =
    'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c';
/** As the file of the vendor's test, to the byte. */
const stripeEvent = `{
  "id": "evt_123",
  "object": "event",
  "account": "acct_123",
  "api_version": "2017-05-25",
  "created": 1533204620,
  "data": {
    "object": {
      "id": "cus_123",
      "object": "customer",
      "created": 123456789,
      "email": "test@stripe.com",
      "livemode": false,
      "metadata": {}
    }
  },
  "livemode": false,
  "pending_webhooks": 1,
  "request": {
    "id": "req_123",
    "idempotency_key": "idempotency-key-123"
  },
  "type": "customer.created"
}
`;
const hubspotSecret = 'yyyyyyyy-yyyy-yyyy-yyyy-yyyyyyyyyyyy';

/**
 * Without `published`: `printf '%s' "$signed" | openssl dgst -sha256 -hmac "$secret"`, with
 * `-binary | base64` where the vendor encodes so, of what the vendor's page says is signed.
 */
const vectors: Vector[] = [
    {
        provider: 'github',
        published: 'https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries',
        secret: "It's a Secret to Everybody",
        headers: { 'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17' },
        body: 'Hello, World!',
        accounts: [undefined]
    },
    {
        provider: 'slack',
        published: 'https://docs.slack.dev/authentication/verifying-requests-from-slack',
        secret: '8f742231b10e8888abcd99yyyzzz85a5',
        headers: {
            'content-type': 'application/x-www-form-urlencoded',
            'x-slack-request-timestamp': '1531420618',
            'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503'
        },
        body: slackCommand,
        at: '2018-07-12T18:36:58Z',
        tolerance: 300,
        accounts: ['T1DC2JH3J=connection_config.team.id']
    },
    {
        provider: 'hubspot',
        published: 'https://legacydocs.hubspot.com/docs/faq/v1-request-validation',
        secret: hubspotSecret,
        headers: { 'x-hubspot-signature': '232db2615f3d666fe21a8ec971ac7b5402d33b9a925784df3ca654d05f4817de' },
        body: '[{"eventId":1,"subscriptionId":12345,"portalId":62515,"occurredAt":1564113600000,"subscriptionType":"contact.creation","attemptNumber":0,"objectId":123,"changeSource":"CRM","changeFlag":"NEW","appId":54321}]',
        accounts: ['62515=connection_config.portalId']
    },
    {
        provider: 'hubspot',
        published: 'https://legacydocs.hubspot.com/docs/faq/v2-request-validation',
        secret: hubspotSecret,
        url: 'https://www.example.com/webhook_uri',
        headers: {
            'x-hubspot-signature': '9569219f8ba981ffa6f6f16aa0f48637d35d728c7e4d93d0d52efaa512af7900',
            'x-hubspot-signature-version': 'v2'
        },
        body: '{"example_field":"example_value"}',
        accounts: [undefined]
    },
    {
        provider: 'hubspot',
        published: 'https://github.com/HubSpot/hubspot-api-python/blob/master/tests/spec/utils/test_signature.py',
        secret: hubspotSecret,
        url: 'https://www.example.com/webhook_uri',
        headers: {
            'x-hubspot-signature-v3': 'HPW73RUtKmcYoEDADG0s6MmGFWUzWJKAW07r8RDgcQw=',
            'x-hubspot-request-timestamp': '15000000'
        },
        body: "{'example_field':'example_value'}",
        at: '1970-01-01T04:10:00Z',
        tolerance: 300,
        accounts: [undefined]
    },
    {
        provider: 'hubspot',
        secret: hubspotSecret,
        // Signed with the colon that stands in the address as %3A.
        url: 'https://patchbay.example/webhook/e/my%3Ahub',
        headers: {
            'x-hubspot-signature': 'of another form',
            'x-hubspot-signature-v3': 'eTqYQdrUl/yj7UdhIsvQYtle9406ZHIP9Vwta1pUOrs=',
            'x-hubspot-request-timestamp': '1564113600500'
        },
        body: '[{"eventId":1,"subscriptionId":12345,"portalId":62515,"occurredAt":1564113600000,"subscriptionType":"contact.creation"}]',
        at: '2019-07-26T04:00:00.500Z',
        tolerance: 300,
        accounts: ['62515=connection_config.portalId']
    },
    {
        provider: 'stripe',
        published: 'https://github.com/stripe/stripe-dotnet/blob/master/src/StripeTests/Services/Events/EventUtilityTest.cs',
        secret: 'webhook_secret',
        headers: {
            'stripe-signature':
                't=1533204620,v1=2220f87ef101a04665f11cdf770523143f875572008577fa0f20882ddb9cc3c7,v0=63f3a72374a733066c4be69ed7f8e5ac85c22c9f0a6a612ab9a025a9e4ee7eef'
        },
        body: stripeEvent,
        at: '2018-08-02T10:10:20Z',
        tolerance: 300,
        accounts: ['acct_123=connection_config.account']
    },
    {
        // As while its secret is rotated: two signatures.
        provider: 'stripe',
        secret: 'whsec_test_secret',
        headers: {
            'stripe-signature': `t=1492774577,v1=${'0'.repeat(64)},v1=cabad484c7bdd1230561bccd057f40e17725bfbaec8fc741477a679cf0e85ad9,v0=6ffbb59b2300aae63f272406069a9788598b792a944a07aba816edb039989a39`
        },
        body: '{"id":"evt_1","object":"event","type":"customer.created","account":"acct_1"}',
        at: '2017-04-21T11:36:17Z',
        tolerance: 300,
        accounts: ['acct_1=connection_config.account']
    },
    {
        provider: 'shopify',
        published: 'https://github.com/Shopify/shopify-api-php/blob/main/tests/Webhooks/RegistryTest.php',
        secret: 'steffi',
        headers: {
            'x-shopify-hmac-sha256': '/Redz4YXHLnSmmSN8grr5/Jl/Ua3d7yX3iWbjb8R8wo=',
            'x-shopify-shop-domain': 'test-shop.myshopify.io'
        },
        body: '{"foo":"bar"}',
        accounts: [undefined]
    },
    {
        provider: 'shopify',
        secret: 'hush',
        headers: {
            'x-shopify-hmac-sha256': 'D0UMXmhjwBRi4y66TmhJrDlhQABD7zI2fm3p6/QLMo8=',
            'x-shopify-shop-domain': 'acme.myshopify.com'
        },
        body: '{"id":820982911946154508,"email":"jon@example.com"}',
        accounts: ['acme=connection_config.subdomain']
    },
    {
        provider: 'xero',
        secret: 'ABC123',
        headers: { 'x-xero-signature': 'BliCoqBVe1yagQ1XkGYaIdLyTq+hRS0vVpVeoBQyu7A=' },
        body: '{"events":[],"lastEventSequence":0,"firstEventSequence":0,"entropy":"S0m3r4Nd0mt3xt"}',
        accounts: []
    },
    {
        provider: 'linear',
        secret: 'lin_wh_secret',
        headers: { 'linear-signature': '5efa89fc92aa6a1a62506229cd56f76b246658a1d545a220c074a667bfcb8b1f' },
        body: '{"action":"create","type":"Comment","organizationId":"org-1","webhookTimestamp":1676056940508}',
        at: '2023-02-10T19:22:20.508Z',
        tolerance: 60,
        accounts: ['org-1=connection_config.organizationId']
    },
    {
        provider: 'intercom',
        secret: 'client_secret',
        headers: { 'x-hub-signature': 'sha1=c1c4bbd98e39ca100528ba24abff169dbfab6044' },
        body: '{"type":"notification_event","topic":"user.created","id":"notif_1","app_id":"a86dr8yl"}',
        accounts: ['a86dr8yl=connection_config.app_id']
    },
    {
        // The secret is that of Zendesk's page for tests, which shows no signature of it. One on an
        // older edition of that page signs the body before the time.
        provider: 'zendesk',
        secret: 'dGhpc19zZWNyZXRfaXNfZm9yX3Rlc3Rpbmdfb25seQ==',
        url: 'https://patchbay.example/webhook/e/zendesk?connection_id=c1',
        headers: {
            'x-zendesk-webhook-signature': 'gf3v0LzLRHPUnIdhbvwRDVEvzSb07/QN0GYjSNlkBT0=',
            'x-zendesk-webhook-signature-timestamp': '2021-07-25T10:00:00Z'
        },
        body: '{"say": "hello"}',
        at: '2021-07-25T10:00:00Z',
        tolerance: 300,
        accounts: ['c1=connection_id']
    },
    {
        provider: 'ashby',
        secret: '8b943c474f5d1e1712f13e1a870b485c9b6b2b57',
        url: 'https://patchbay.example/webhook/e/ashby?connection_id=c1',
        headers: { 'ashby-signature': 'sha256=0615c11b0e6e081c7e629a481a4f307c940c7900b8c8f922d6dca6bc3b240538' },
        body: '{"action":"candidateHire","data":{}}',
        accounts: ['c1=connection_id']
    },
    {
        provider: 'greenhouse',
        secret: 'greenhouse-key',
        headers: { signature: 'sha256 34e84fd85f2a772f623de42cac90ebfde3f34ac6f70b201e44f5da3bd4bc9fc1' },
        body: '{"action":"candidate_hired","payload":{}}',
        accounts: [undefined]
    },
    ...['lever', 'lever-basic'].map((provider) => ({
        provider,
        secret: 'lever-token',
        headers: {},
        body: '{"id":"e1","event":"candidateHired","token":"tok_1","triggeredAt":1576000000000,"signature":"66d637c5e7030d3b94b178531f5c0163c00834f9ce6bac0828432a06a1dc575c"}',
        at: '2019-12-10T17:46:40Z',
        tolerance: 86_400,
        accounts: [undefined]
    })),
    {
        provider: 'quickbooks',
        published:
            'https://github.com/intuit/QuickBooks-V3-Java-SDK/blob/develop/ipp-v3-java-devkit/src/test/java/com/intuit/ipp/services/WebhooksServiceTest.java',
        secret: 'b5771f19b12ddb4bcdb9f08bdc50bc63878a',
        headers: { 'intuit-signature': 'JC2GUwciPmRBwEO7WvrRmKqu9tGOKL8FFallocTFi8Q=' },
        body: '{"eventNotifications":[{"realmId":"1185883450","dataChangeEvent":{"entities":[{"name":"Customer","id":"1","operation":"Create","lastUpdated":"2015-10-05T14:42:19-0700"}]}}]}',
        accounts: ['1185883450=connection_config.realmId']
    },
    {
        provider: 'quickbooks',
        secret: 'verifier-token',
        headers: { 'intuit-signature': 'gg0sH27GTr/vz3whereCK/LcajtYFMeaiAqb51AmPNA=' },
        body: '[{"specversion":"1.0","id":"88cd52aa-33b6-4351-9aa4-47572edbd068","source":"intuit.x=","type":"qbo.invoice.created.v1","datacontenttype":"application/json","time":"2026-05-31T21:31:25.179Z","intuitentityid":"95","intuitaccountid":"310687","data":{}}]',
        accounts: ['310687=connection_config.realmId']
    }
];

function webhooksOf(id: string): WithWebhooks {
    const provider = findProvider(id);
    if (!provider?.webhooks) throw new Error(`${id} has no webhooks.`);
    return { ...provider, webhooks: provider.webhooks };
}

function requestOf({
    url = 'https://patchbay.example/webhook/e/i',
    headers,
    body
}: Pick<Vector, 'url' | 'headers' | 'body'>): WebhookRequest {
    const all = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
    return { method: 'POST', url, headers: all, body: Buffer.from(body) };
}

const at = (vector: Vector, seconds = 0) => new Date(Date.parse(vector.at ?? '2026-01-01T00:00:00Z') + seconds * 1000);
const verdictOn = (vector: Vector, secrets = [vector.secret], seconds = 0) =>
    verifyWebhook(webhooksOf(vector.provider), requestOf(vector), { secrets, now: at(vector, seconds) });

describe.each(vectors)('a webhook of $provider ($published)', (vector) => {
    const signature = Object.keys(vector.headers).find(
        (name) => /signature(?!-timestamp)|hmac/.test(name) && vector.headers[name] !== 'of another form'
    );
    const isInHeader = signature !== undefined;

    test('is verified by the secret that signed it, also beside others, and by no other', () => {
        expect(verdictOn(vector)).toBe('verified');
        expect(verdictOn(vector, ['other', vector.secret])).toBe('verified');
        expect(verdictOn(vector, ['other'])).toBe('invalid');
        expect(verdictOn(vector, [''])).toBe('invalid');
        expect(verdictOn(vector, [])).not.toBe('verified');
    });

    test('is not verified when any byte of its body has changed', () => {
        const changed = Array.from({ length: vector.body.length }, (_, index) => index).filter((index) => {
            const bytes = Buffer.from(vector.body);
            bytes[index] = (bytes[index] ?? 0) ^ 1;
            const request = { ...requestOf(vector), body: bytes };
            return verifyWebhook(webhooksOf(vector.provider), request, { secrets: [vector.secret], now: at(vector) }) === 'verified';
        });
        // Lever signs two fields of the body.
        expect(changed.filter((index) => isInHeader || isSignedByLever(vector.body, index))).toEqual([]);
    });

    test('is not verified when any character of its signature has changed, or it is there twice, or not at all', () => {
        if (!signature) return;
        const value = vector.headers[signature] ?? '';
        const verdictWith = (values: string[] | undefined) => {
            const request = requestOf(vector);
            const headers = { ...request.headers, [signature]: values };
            return verifyWebhook(webhooksOf(vector.provider), { ...request, headers }, { secrets: [vector.secret], now: at(vector) });
        };
        const start = vector.provider === 'stripe' ? value.lastIndexOf('v1=') : 0;
        const end = vector.provider === 'stripe' ? value.lastIndexOf(',v0') : value.length;
        for (let index = start; index < end; index += 1) {
            const changed = `${value.slice(0, index)}${value[index] === 'a' ? 'b' : 'a'}${value.slice(index + 1)}`;
            expect([index, verdictWith([changed])]).toEqual([index, 'invalid']);
        }
        expect(verdictWith([value, value])).toBe('invalid');
        expect(verdictWith([''])).toBe('invalid');
        if (vector.headers['x-hubspot-signature'] !== 'of another form') expect(verdictWith(undefined)).toBe('missing');
    });

    test('is stale beyond the time that its provider allows, early or late', () => {
        const { tolerance } = vector;
        if (tolerance === undefined) return expect(verdictOn(vector, undefined, 10 * 365 * 86_400)).toBe('verified');
        for (const sign of [1, -1]) {
            expect(verdictOn(vector, undefined, sign * (tolerance - 1))).toBe('verified');
            expect(verdictOn(vector, undefined, sign * (tolerance + 1))).toBe('stale');
        }
        expect(verdictOn(vector, ['other'], tolerance + 1)).toBe('invalid');
    });

    test('says which account it is about', () => {
        const { events } = readWebhook(webhooksOf(vector.provider).webhooks, requestOf(vector));
        expect(events.map(({ account }) => account && `${account.value}=${account.equals[0]}`)).toEqual(vector.accounts);
    });
});

/** Whether this character is one of its token, time or signature. */
function isSignedByLever(body: string, index: number): boolean {
    return ['tok_1', '1576000000000', '66d637c5e7030d3b94b178531f5c0163c00834f9ce6bac0828432a06a1dc575c'].some((text) => {
        const start = body.indexOf(text);
        return index >= start && index < start + text.length;
    });
}

test('HubSpot’s first form, which can be continued without its secret, verifies JSON alone', () => {
    const vector = vectors.find(({ published }) => published?.includes('v1-request'));
    if (!vector) throw new Error('There is no such vector.');
    // printf '%s%s' "$secret" '[1' | openssl dgst -sha256
    const headers = { 'x-hubspot-signature': '3de735bd74d050e5434ff67d818123d44c807ddae1bd071b8c0ba06a4cdb0d9f' };
    expect(verdictOn({ ...vector, headers, body: '[1' })).toBe('invalid');
});
