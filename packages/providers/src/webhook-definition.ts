/** A provider's request, with its body as it was sent. */
export interface WebhookRequest {
    method: string;
    /** The address that the provider called, as it wrote it. */
    url: string;
    /** All values of each header, by its name in lower case. */
    headers: Readonly<Record<string, readonly string[] | undefined>>;
    body: Buffer;
}

/** `stale`: signed, but too long ago or ahead. */
export type WebhookVerdict = 'verified' | 'missing' | 'invalid' | 'stale';

/** A text of a request: the value of a header, of the query, or of a dotted path in an event. */
export type WebhookValue = { header: string } | { query: string } | { body: string };

/** An HMAC over the body as it was sent. */
export interface WebhookSignature {
    /** In lower case. */
    header: string;
    algorithm: 'sha1' | 'sha256';
    encoding: 'hex' | 'base64';
    /** What stands before the signature, such as `sha256=`. */
    prefix?: string;
    /** The header is a list such as `t=…,v1=…`: the names of its time and its signatures. */
    list?: { timestamp: string; signature: string };
    /** What is signed, with `{timestamp}` and `{body}` in it. Default: the body. */
    signed?: `${string}{body}${string}`;
    /** Where the time of sending is, unless in `list`. */
    timestamp?: { header: string } | { body: string };
    /** Default `seconds`, since 1970. */
    timestamp_unit?: 'seconds' | 'milliseconds' | 'iso8601';
    /** How far the time may be from now, either way. */
    tolerance_seconds?: number;
}

/** One form of the body. */
export interface WebhookForm {
    /** Dotted path to the list of events; `*`: the body. Absent: the body is one event. */
    events?: string;
    /** Together the id of an event, the same whenever it is sent. Default: its content. */
    id?: readonly WebhookValue[];
    /** The first that is there is the type of the event. */
    type?: readonly WebhookValue[];
    /** The first that is there says which account the event is about. */
    account?: readonly WebhookAccount[];
}

/** A value, and what of a connection it equals. */
export type WebhookAccount = WebhookValue & {
    /** Taken off the end of the value. */
    suffix?: string;
    /** `account`: the id that `identify` gave. */
    equals: readonly (`connection_config.${string}` | 'account' | 'connection_id')[];
    /** What `identify` adds to the id of the account where the event has this value. */
    identity_suffix?: { text: string; where: { body: string; is: boolean } };
};

/** How a provider's webhooks are verified, and which connections they are about. */
export interface WebhookDefinition {
    /** What signs them where the integration has no webhook secret: nothing, or its OAuth app's. */
    secret?: 'client_secret';
    /** Absent: `verifyWebhook` verifies. */
    signature?: WebhookSignature;
    /** The first whose list of events is there. */
    forms: readonly WebhookForm[];
    /** The field of an urlencoded body that holds the event as JSON. */
    form_field?: string;
    /** An event of this type asks whether the address is ours; the response is its `echo`. */
    handshake?: { type: string; echo: string };
    /** The provider accepts no response body, or would show it. */
    empty_response?: true;
}

/** One event of a webhook. */
export interface WebhookEvent {
    /** The same whenever the provider sends it. */
    id: string;
    type: string | undefined;
    account: { value: string; identity: string; equals: WebhookAccount['equals'] } | undefined;
}

/** Of a provider's definition. */
export interface WithWebhooks {
    webhooks: WebhookDefinition;
    verifyWebhook?: (args: { request: WebhookRequest; secret: string; now: Date }) => WebhookVerdict;
}
