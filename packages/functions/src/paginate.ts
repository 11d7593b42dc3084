import type { z } from 'zod';
import type { ProxyConfig, ProxyResponse } from './context.ts';
import { HostError, issuesOf } from './errors.ts';
import { isObject, type JsonObject, valueAt } from './json.ts';
import type { Paging } from './paging.ts';
import { upperMethod } from './proxy.ts';

type Send = (config: ProxyConfig) => Promise<ProxyResponse>;
/** What the next request has: a parameter, or another address. */
type Next = { param: string | number } | { endpoint: string; baseUrlOverride?: string };

/** Vendors that ignore the page's number would be asked for ever. */
const MAX_PAGES = 100_000;

/**
 * @param template how the provider's lists are paged; the call's own settings win
 * @throws {HostError} `invalid_pagination`, `invalid_page`, `pagination_stuck`
 */
export async function* paginate(send: Send, template: JsonObject | null, config: ProxyConfig): AsyncGenerator<unknown[], void, void> {
    // Behind the wall each run may have to load it anew, and most never page.
    const { paginateSchema } = await import('./paging.ts');
    const { on_page, ...own } = config.paginate ?? {};
    const given = { ...(own.type === undefined || own.type === template?.['type'] ? template : {}), ...own };
    const parsed = paginateSchema.safeParse(given);
    if (!parsed.success) throw unclear(given, parsed.error);
    const paging = parsed.data;
    let request = firstRequest(config, paging);
    let offset = paging.type === 'offset' ? paging.offset_start_value : 0;
    let previous: string | undefined;
    for (let page = 0; page < MAX_PAGES; page++) {
        const response = await send(request);
        const items = itemsOf(response, paging);
        if (paging.type === 'offset') offset += paging.offset_calculation_method === 'per-page' ? 1 : items.length;
        const next = nextOf(paging, items, offset, response);
        await on_page?.({ nextPageParam: next && ('param' in next ? next.param : next.endpoint), response });
        if (items.length === 0) return;
        const ends = endsOf(items);
        if (ends === previous) throw stuck(request.endpoint);
        yield items;
        if (!next) return;
        if ('endpoint' in next && next.endpoint === request.endpoint) return;
        previous = ends;
        request = nextRequest(request, paging, next);
    }
    throw stuck(request.endpoint);
}

const stuck = (endpoint: string) =>
    new HostError('pagination_stuck', `${endpoint} responds with the same page again. Check the names of its paging parameters.`);

function unclear({ type }: { type?: unknown }, error: z.ZodError): HostError {
    const words =
        type === undefined
            ? 'Nothing is known of how this provider pages its lists. Set paginate.type to cursor, link or offset, with its names.'
            : `These settings of paginate do not say how: ${issuesOf(error)
                  .map(({ path, message }) => `${path}: ${message}`)
                  .join('; ')}`;
    return new HostError('invalid_pagination', words);
}

function firstRequest(config: ProxyConfig, paging: Paging): ProxyConfig {
    const given: Record<string, string | number> = {};
    if (paging.limit !== undefined && paging.limit_name_in_request !== undefined) given[paging.limit_name_in_request] = paging.limit;
    if (paging.type === 'offset') given[paging.offset_name_in_request] = paging.offset_start_value;
    return withParams(config, paging, given);
}

function nextRequest(request: ProxyConfig, paging: Paging, next: Next): ProxyConfig {
    if ('endpoint' in next) {
        // The link carries the parameters.
        const { params: _params, ...rest } = request;
        return { ...rest, ...next };
    }
    const name = paging.type === 'cursor' ? paging.cursor_name_in_request : paging.type === 'offset' ? paging.offset_name_in_request : '';
    return withParams(request, paging, { [name]: next.param });
}

/** In a query they are strings; in a body numbers stay numbers. */
function withParams(config: ProxyConfig, paging: Paging, given: Record<string, string | number>): ProxyConfig {
    const inBody = paging.in_body ?? ['POST', 'PUT', 'PATCH'].includes(upperMethod(config.method));
    if (inBody) return { ...config, data: { ...(isObject(config.data) ? config.data : {}), ...given } };
    const params = typeof config.params === 'string' ? Object.fromEntries(new URLSearchParams(config.params)) : config.params;
    return { ...config, params: { ...params, ...given } };
}

function itemsOf({ data }: ProxyResponse, { response_path }: Paging): unknown[] {
    const items = valueAt(data, response_path ?? '');
    if (Array.isArray(items)) return items;
    // Some vendors leave the list out where it is empty.
    if (response_path && isObject(data) && (items === undefined || items === null)) return [];
    throw new HostError('invalid_page', `The response has no list ${response_path ? `at ${response_path}` : 'as its body'}.`);
}

function nextOf(paging: Paging, items: readonly unknown[], offset: number, response: ProxyResponse): Next | undefined {
    if (paging.type === 'offset') return items.length === 0 || items.length < (paging.limit ?? 1) ? undefined : { param: offset };
    if (paging.type === 'cursor') {
        const cursor = valueAt(response.data, paging.cursor_path_in_response);
        return (typeof cursor === 'string' && cursor !== '') || typeof cursor === 'number' ? { param: cursor } : undefined;
    }
    const link = paging.link_rel_in_response_header
        ? linkIn(response.headers['link'] ?? '', paging.link_rel_in_response_header)
        : valueAt(response.data, paging.link_path_in_response_body ?? '');
    return typeof link === 'string' && link !== '' ? placeOf(link) : undefined;
}

/** @see https://www.rfc-editor.org/rfc/rfc8288 */
function linkIn(header: string, relation: string): string | undefined {
    for (const [, target, parameters = ''] of header.matchAll(/<([^>]*)>((?:\s*;\s*[^\s=;,]+\s*=\s*(?:"[^"]*"|[^\s",;]+))*)/g)) {
        const relations = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s",;]+))/i.exec(parameters);
        if ((relations?.[1] ?? relations?.[2] ?? '').split(/\s+/).includes(relation)) return target;
    }
    return undefined;
}

function placeOf(link: string): Next {
    if (!/^https?:\/\//i.test(link)) return { endpoint: link };
    const { origin, pathname, search } = new URL(link);
    return { endpoint: pathname + search, baseUrlOverride: origin };
}

/** By ids where there are some: signed addresses differ in each response. */
function endsOf(items: readonly unknown[]): string {
    return JSON.stringify(
        [items[0], items.at(-1)].map((item) => (isObject(item) && 'id' in item ? item['id'] : item)).concat(items.length)
    );
}
