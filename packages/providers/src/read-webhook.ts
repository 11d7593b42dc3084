import { createHash } from 'node:crypto';
import { valueAt } from './connection-values.ts';
import { parseJson, singleHeader } from './verify-webhook.ts';
import type { WebhookDefinition, WebhookEvent, WebhookForm, WebhookRequest, WebhookValue } from './webhook-definition.ts';

/** What a webhook says. */
export interface ReadWebhook {
    /** JSON, or the text of a body that is none. */
    payload: unknown;
    events: WebhookEvent[];
    /** The body with those events alone, in their order. */
    only(events: readonly WebhookEvent[]): unknown;
    /** What to respond with, to show that the address is ours; then it is about no event. */
    challenge: string | undefined;
}

/** Deeper JSON is taken as text. */
const maxDepth = 64;

/**
 * Reads a verified request. Never throws: a body that is no JSON is one event.
 * @param signedBy the connection whose own secret has signed it: it is about no other one
 */
export function readWebhook(definition: WebhookDefinition, request: WebhookRequest, signedBy?: string): ReadWebhook {
    const payload = payloadOf(definition, request);
    const [form, list] = formOf(definition, payload);
    const events = (list ?? [payload]).map((item) => describeEvent(form, item, { payload, isOnly: !list, request, signedBy }));
    const places = new Map(events.map((event, place) => [event, place]));
    const { handshake } = definition;
    const challenge = handshake && events[0]?.type === handshake.type ? valueAt(payload, handshake.echo) : undefined;
    return {
        payload,
        events,
        only(chosen) {
            if (!list || chosen.length === events.length) return payload;
            const kept = chosen.flatMap((event) => places.get(event) ?? []).toSorted((a, b) => a - b);
            return withList(
                payload,
                form.events ?? '',
                kept.map((place) => list[place])
            );
        },
        challenge: typeof challenge === 'string' ? challenge : undefined
    };
}

function payloadOf({ form_field: field }: WebhookDefinition, request: WebhookRequest): unknown {
    if (/^application\/x-www-form-urlencoded\b/i.test(singleHeader(request, 'content-type') ?? '')) {
        const values = Object.fromEntries(new URLSearchParams(request.body.toString()));
        const json = field === undefined ? undefined : values[field];
        return storable((json === undefined ? undefined : parseJson(Buffer.from(json))) ?? values);
    }
    const value = parseJson(request.body);
    return value === undefined || depthOf(value) > maxDepth ? storable(request.body.toString()) : storable(value);
}

function formOf({ forms }: WebhookDefinition, payload: unknown): [WebhookForm, unknown[] | undefined] {
    for (const form of forms) {
        const list = form.events === '*' ? payload : form.events === undefined ? undefined : valueAt(payload, form.events);
        if (Array.isArray(list)) return [form, list];
    }
    return [forms.find(({ events }) => events === undefined) ?? {}, undefined];
}

function describeEvent(
    form: WebhookForm,
    item: unknown,
    { payload, isOnly, request, signedBy }: { payload: unknown; isOnly: boolean; request: WebhookRequest; signedBy: string | undefined }
): WebhookEvent {
    const read = (value: WebhookValue) => textAt(value, item, request);
    const parts = (form.id ?? []).map(read);
    const isNamed = parts.length > 0 && parts.every((part) => part !== undefined);
    const content = isOnly && payload === item ? request.body : JSON.stringify(item);
    const account = (form.account ?? []).flatMap(({ suffix = '', equals, identity_suffix: added, ...place }) => {
        const text = read(place);
        if (!text?.endsWith(suffix)) return [];
        const value = text.slice(0, text.length - suffix.length);
        const isMarked = added && valueAt(item, added.where.body) === added.where.is;
        return [{ value, identity: isMarked ? `${value}${added.text}` : value, equals }];
    });
    return {
        id: isNamed ? `id:${JSON.stringify(parts)}` : `content:${createHash('sha256').update(content).digest('hex')}`,
        type: (form.type ?? []).map(read).find((text) => text !== undefined),
        account: signedBy === undefined ? account[0] : { value: signedBy, identity: signedBy, equals: ['connection_id'] }
    };
}

function textAt(value: WebhookValue, item: unknown, request: WebhookRequest): string | undefined {
    if ('header' in value) return singleHeader(request, value.header) || undefined;
    if ('query' in value) return storableText(new URL(request.url).searchParams.get(value.query) ?? '') || undefined;
    const found = valueAt(item, value.body);
    return (typeof found === 'string' && found !== '') || typeof found === 'number' ? String(found) : undefined;
}

function withList(payload: unknown, path: string, list: unknown[]): unknown {
    if (path === '*' || typeof payload !== 'object' || payload === null) return list;
    const [key = '', ...rest] = path.split('.');
    return { ...payload, [key]: rest.length === 0 ? list : withList(valueAt(payload, key), rest.join('.'), list) };
}

function depthOf(value: unknown): number {
    let level: unknown[] = [value];
    for (let depth = 0; ; depth += 1) {
        level = level.flatMap((each): unknown[] => (typeof each === 'object' && each !== null ? Object.values(each) : []));
        if (level.length === 0 || depth > maxDepth) return depth;
    }
}

/** Without what PostgreSQL's JSON cannot hold: NUL, and halves of surrogate pairs. */
function storable(value: unknown): unknown {
    if (typeof value === 'string') return storableText(value);
    if (Array.isArray(value)) return value.map(storable);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [storable(key), storable(child)]));
}

function storableText(text: string): string {
    return text.toWellFormed().replaceAll('\0', '\u{fffd}');
}
