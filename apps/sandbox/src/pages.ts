import { InvalidInput } from './check-fields.ts';
import { sendFound, sendJson } from './exchange.ts';
import type { Exchange } from './exchange.ts';
import { readInteger } from './read-query.ts';

export const PAGES_PATH = '/bearer/v1/pages/';
export const OAUTH_PAGES_PATH = '/api/pages/';

const TOTAL = { min: 0, max: 100_000, fallback: 95 };
const LIMIT = { min: 1, max: 100, fallback: 20 };
const POSITION = { min: 0, max: TOTAL.max, fallback: 0 };
const PAGE_NUMBER = { min: 1, max: TOTAL.max, fallback: 1 };

interface Item {
    id: string;
    name: string;
}

interface Page {
    body: unknown;
    link?: string;
}

/**
 * One list in four styles, `?total` items long:
 *
 * | Style | Query | Answer |
 * |---|---|---|
 * | `cursor` | `cursor`, `limit` | `{data, next_cursor}`, null at the end |
 * | `link` | `page`, `limit` | the items, and `Link` with absolute URLs (RFC 8288) |
 * | `offset` | `offset`, `limit` | the items |
 * | `page` | `page`, `per_page` | `{items, page, per_page, total_pages}` |
 */
const STYLES: Readonly<Record<string, (url: URL, total: number) => Page>> = {
    cursor({ searchParams: query }, total) {
        const limit = readInteger(query, 'limit', LIMIT);
        const start = positionOf(query.get('cursor'), total);
        const next = start + limit;
        return { body: { data: items(start, limit, total), next_cursor: next < total ? cursorAt(next) : null } };
    },
    link(url, total) {
        const limit = readInteger(url.searchParams, 'limit', LIMIT);
        const page = readInteger(url.searchParams, 'page', PAGE_NUMBER);
        const last = Math.max(1, Math.ceil(total / limit));
        const linkTo = (number: number, relation: string) => {
            const target = new URL(url);
            target.searchParams.set('page', String(number));
            return `<${target.href}>; rel="${relation}"`;
        };
        const body = items((page - 1) * limit, limit, total);
        return page < last ? { body, link: `${linkTo(page + 1, 'next')}, ${linkTo(last, 'last')}` } : { body };
    },
    offset({ searchParams: query }, total) {
        return { body: items(readInteger(query, 'offset', POSITION), readInteger(query, 'limit', LIMIT), total) };
    },
    page({ searchParams: query }, total) {
        const perPage = readInteger(query, 'per_page', LIMIT);
        const page = readInteger(query, 'page', PAGE_NUMBER);
        const list = items((page - 1) * perPage, perPage, total);
        return { body: { items: list, page, per_page: perPage, total_pages: Math.ceil(total / perPage) } };
    }
};

/**
 * `GET <folder><style>`. @param folder ends in / @param publicUrl origin of links @throws
 * {InvalidInput}
 */
export function sendPage({ response, method, url }: Exchange, folder: string, publicUrl: string): void {
    const style = url.pathname.slice(folder.length);
    const pageOf = Object.hasOwn(STYLES, style) ? STYLES[style] : undefined;
    if (!pageOf) return sendJson(response, 404, { error: `There are the styles ${Object.keys(STYLES).join(', ')}.` });
    const { body, link } = pageOf(new URL(url.pathname + url.search, publicUrl), readInteger(url.searchParams, 'total', TOTAL));
    if (link !== undefined) response.setHeader('link', link);
    sendFound(response, method, body);
}

function items(start: number, limit: number, total: number): Item[] {
    const length = Math.max(0, Math.min(limit, total - start));
    return Array.from({ length }, (_, index) => ({ id: `item-${start + index + 1}`, name: `Item ${start + index + 1}` }));
}

function cursorAt(position: number): string {
    return Buffer.from(`after ${position}`).toString('base64url');
}

function positionOf(cursor: string | null, total: number): number {
    if (cursor === null) return 0;
    const [, position] = /^after (\d+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
    const isOurs = position !== undefined && cursorAt(Number(position)) === cursor && Number(position) < total;
    if (!isOurs) throw new InvalidInput('"cursor" must be the next_cursor of the page before.');
    return Number(position);
}
