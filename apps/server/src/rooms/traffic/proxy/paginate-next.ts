import { AppError } from '@patchbay/contracts';
import { type Paginate, trimTrailingSlashes } from '@patchbay/providers';
import type { ProxyCall } from './proxy-call.ts';
import { textAt, withMember } from './paginate-json.ts';
import { withoutParameters, withParameters } from './target-url.ts';

/** Longer ones are taken by hardly any server. */
const maxLinkLength = 8192;

/** One page of a provider's response. */
export interface Page {
    /** The whole response, JSON. */
    text: string;
    /** The text of each item. */
    items: string[];
    /** Where it came from. */
    url: string;
    linkHeader: string | undefined;
}

/** A call to make, and what to know it by if the provider leads there again. */
export interface NextCall {
    call: ProxyCall;
    place: string;
}

/**
 * The call for the first page: the caller's own, with the size of a page if the caller names none.
 * @throws {AppError} `unsupported_pagination` for a call that cannot be made page by page
 */
export function firstCall(paginate: Paginate, call: ProxyCall): ProxyCall {
    if (call.method !== 'GET' && call.method !== 'POST') throw unsupported('Only GET and POST can be paginated.');
    if (call.method === 'POST') requireJsonObject(call.body);
    if (paginate.type === 'offset' && !/^\d{1,15}$/.test(parameterOf(paginate, call, paginate.offset_name_in_request) ?? '0'))
        throw unsupported(`The parameter ${paginate.offset_name_in_request} must be a whole number.`);
    const { limit, limit_name_in_request: limitName } = paginate;
    if (limit === undefined || limitName === undefined || parameterOf(paginate, call, limitName) !== undefined) return call;
    return withParameter(paginate, call, limitName, String(limit));
}

/**
 * @param before how many items the page before had
 * @returns undefined after the last page
 * @throws {AppError} `provider_answer_unusable` for a link that leads nowhere
 */
export function nextCall(paginate: Paginate, call: ProxyCall, page: Page, before: number | undefined): NextCall | undefined {
    switch (paginate.type) {
        case 'cursor': {
            const cursor = textAt(page.text, paginate.cursor_path_in_response);
            if (cursor === undefined || cursor === '""' || !/^["\d-]/.test(cursor)) return undefined;
            return { call: withParameter(paginate, call, paginate.cursor_name_in_request, cursor), place: cursor };
        }
        case 'link': {
            const link =
                paginate.link_path_in_response_body === undefined
                    ? linkWithRelation(page.linkHeader, paginate.link_rel_in_response_header)
                    : stringOf(textAt(page.text, paginate.link_path_in_response_body));
            if (link === undefined || link === '') return undefined;
            const url = link.length > maxLinkLength ? undefined : URL.parse(link, page.url);
            if (!url || !/^https?:$/.test(url.protocol) || url.username + url.password !== '')
                throw new AppError('provider_answer_unusable', { message: 'The provider’s link to the next page is not an address.' });
            url.hash = '';
            return { call: callTo(url, call), place: url.href };
        }
        case 'offset': {
            const { offset_name_in_request: name, offset_start_value: start = 0, offset_calculation_method: method } = paginate;
            const count = page.items.length;
            // Providers cap the page size, so only a page shorter than the one before is the last.
            if (count === 0 || count < (before ?? 0)) return undefined;
            const offset = Number(parameterOf(paginate, call, name) ?? start) + (method === 'per-page' ? 1 : count);
            // A provider that ignores the parameter would repeat the same items for ever.
            return { call: withParameter(paginate, call, name, String(offset)), place: page.items.join() };
        }
    }
}

/** A link may lead to another host of the provider; `forward` checks it as an override. */
function callTo(url: URL, call: ProxyCall): ProxyCall {
    const whole = url.origin + url.pathname;
    // The whole path, because an allowed base address may include a part of it.
    const baseUrlOverride = trimTrailingSlashes(whole);
    return { ...call, baseUrlOverride, path: whole.slice(baseUrlOverride.length) + url.search };
}

function isInBody({ in_body: inBody = true }: Paginate, { method }: ProxyCall): boolean {
    return inBody && method !== 'GET';
}

function parameterOf(paginate: Paginate, call: ProxyCall, name: string): string | undefined {
    if (isInBody(paginate, call)) return textAt(textOf(call.body), name);
    const questionMark = call.path.indexOf('?');
    return questionMark === -1 ? undefined : (new URLSearchParams(call.path.slice(questionMark + 1)).get(name) ?? undefined);
}

/** @param value as JSON text */
function withParameter(paginate: Paginate, call: ProxyCall, name: string, value: string): ProxyCall {
    if (isInBody(paginate, call)) {
        const headers = { 'content-type': 'application/json', ...call.headers };
        return { ...call, headers, body: Buffer.from(withMember(textOf(call.body), name, value)) };
    }
    const others = withoutParameters(call.path, new Set([name]));
    // As written: a cursor may have more digits than a JavaScript number.
    return { ...call, path: withParameters(others, { [name]: stringOf(value) ?? value }) };
}

function requireJsonObject(body: ProxyCall['body']): void {
    if (body !== undefined && !(body instanceof Uint8Array)) throw unsupported('The body is too large to be sent again for every page.');
    try {
        const value: unknown = JSON.parse(textOf(body));
        if (typeof value === 'object' && value !== null && !Array.isArray(value)) return;
    } catch {
        // Not JSON: reported below.
    }
    throw unsupported('To be paginated, the body of a POST must be a JSON object.');
}

function textOf(body: ProxyCall['body']): string {
    return body instanceof Uint8Array && body.length > 0 ? Buffer.from(body).toString() : '{}';
}

/** @param text of any JSON value */
function stringOf(text: string | undefined): string | undefined {
    return text?.startsWith('"') ? String(JSON.parse(text)) : undefined;
}

/** RFC 8288 §3: `<url>; rel="next", <url>; rel="last"`. */
function linkWithRelation(header: string | undefined, relation: string): string | undefined {
    for (const [, url, parameters = ''] of header?.matchAll(/[\s,]*<([^<>]*)>((?:[^",]|"(?:[^"\\]|\\.)*")*)/gy) ?? []) {
        const [, quoted, bare] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(parameters) ?? [];
        if ((quoted ?? bare)?.toLowerCase().split(/\s+/).includes(relation.toLowerCase())) return url;
    }
    return undefined;
}

function unsupported(message: string): AppError {
    return new AppError('unsupported_pagination', { message });
}
