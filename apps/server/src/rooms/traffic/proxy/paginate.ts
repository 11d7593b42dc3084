import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError } from '@patchbay/contracts';
import type { Paginate } from '@patchbay/providers';
import { discard } from '../../../kernel/egress/egress.ts';
import { collectBytes, piecesOf } from '../../../kernel/runtime/collect-bytes.ts';
import { openIntegration } from '../../platform/integrations/open-integration.ts';
import { forward, type ForwardDeps } from './forward.ts';
import type { Forwarded, ProxyCall } from './proxy-call.ts';
import { listAt, MAX_ITEMS } from './paginate-json.ts';
import { firstCall, nextCall, type Page } from './paginate-next.ts';
import { toProxyError } from './proxy-error.ts';

/** One page is held in memory at a time. */
const MAX_PAGE_BYTES = 8 * 1024 ** 2;
const MAX_PAGES = 10_000;

/**
 * Makes a call and the calls for all further pages. A first page that fails is returned as it is;
 * a later failure aborts the response, so that it never looks complete.
 * @param accept of the caller; `application/x-ndjson` asks for lines, anything else for an array
 * @throws {AppError} as `forward`, and `unsupported_pagination`, `provider_answer_unusable`
 */
export async function forwardPages(deps: ForwardDeps, call: ProxyCall, accept = ''): Promise<Forwarded> {
    const integration = await openIntegration(deps, call.target.environmentId, call.target.integrationKey);
    // It throws the right error.
    if (!integration) return forward(deps, call);
    const paginate = integration.provider.proxy?.paginate;
    if (!paginate) throw new AppError('unsupported_pagination');
    const firstPageCall = firstCall(paginate, { ...call, decompress: true });
    const response = await forward(deps, firstPageCall);
    if (!isSuccess(response)) return response;
    const page = await readPage(paginate, response);
    const asLines = accept.includes('application/x-ndjson');
    return {
        status: 200,
        headers: { 'content-type': asLines ? 'application/x-ndjson' : 'application/json' },
        body: Readable.from(itemsOf(deps, paginate, { call: firstPageCall, page, asLines }), { objectMode: false }),
        url: response.url
    };
}

async function* itemsOf(
    deps: ForwardDeps,
    paginate: Paginate,
    first: { call: ProxyCall; page: Page; asLines: boolean }
): AsyncGenerator<string, void, void> {
    const write = first.asLines ? lines : arrayParts();
    let { call, page } = first;
    let before: number | undefined;
    const places = new Set<string>();
    for (let number = 1; ; number += 1) {
        yield write(page.items);
        const next = nextCall(paginate, call, page, before);
        if (!next) break;
        if (number === MAX_PAGES) throw unusable(`The provider has more than ${MAX_PAGES} pages.`);
        const place = createHash('sha256').update(next.place).digest('base64');
        if (places.has(place)) throw unusable('The provider’s pages repeat: a link leads to an earlier page.');
        places.add(place);
        ({ call } = next);
        before = page.items.length;
        page = await nextPage(deps, paginate, call, number + 1);
    }
    yield write(undefined);
}

async function nextPage(deps: ForwardDeps, paginate: Paginate, call: ProxyCall, number: number): Promise<Page> {
    const response = await forward(deps, call);
    if (isSuccess(response)) return readPage(paginate, response);
    discard(response.body);
    throw unusable(`The provider responded with status ${response.status} for page ${number}.`);
}

function isSuccess({ status }: Forwarded): boolean {
    return status >= 200 && status < 300;
}

async function readPage(paginate: Paginate, response: Forwarded): Promise<Page> {
    const text = await readText(response);
    return { text, items: findItems(paginate, text), url: response.url, linkHeader: [response.headers['link'] ?? []].flat().join() };
}

function findItems({ response_path: paths = '', omits_empty_list: omitsEmptyList }: Paginate, text: string): string[] {
    let isAbsent = true;
    for (const path of paths.split(' || ')) {
        const items = readJson(() => listAt(text, path));
        if (items === 'too_long') throw unusable(`A page of the provider has more than ${MAX_ITEMS} items.`);
        if (Array.isArray(items)) return items;
        isAbsent &&= items === 'absent';
    }
    if (omitsEmptyList && isAbsent) return [];
    throw unusable(paths === '' ? 'The provider’s response is not a list.' : `The provider’s response has no list at ${paths}.`);
}

async function readText({ body, headers }: Forwarded): Promise<string> {
    const received = collectBytes();
    try {
        for await (const chunk of piecesOf(body)) {
            received.add(chunk);
            // Leaving the loop ends the body.
            if (received.length > MAX_PAGE_BYTES)
                throw unusable(`A page of the provider is larger than ${MAX_PAGE_BYTES / 1024 ** 2} MiB.`);
        }
    } catch (error) {
        throw toProxyError(error);
    }
    if (headers['content-encoding'] !== undefined) throw unusable('The compression of the provider’s response is not supported.');
    return readJson(() => new TextDecoder('utf-8', { fatal: true }).decode(received.takeWhole()));
}

function readJson<Result>(read: () => Result): Result {
    try {
        return read();
    } catch (error) {
        // Not as the cause: it quotes the response, and that may end in a log.
        if (error instanceof SyntaxError || error instanceof TypeError) throw unusable('The provider’s response is not JSON.');
        throw error;
    }
}

/** How a page's items are written: as lines, which have no end mark. */
function lines(items: readonly string[] | undefined): string {
    // A line break outside of strings is a blank, and inside of them JSON has none.
    return (items ?? []).map((item) => `${item.replaceAll(/[\r\n]+/g, ' ')}\n`).join('');
}

/** The same as one array. No items mean its end. */
function arrayParts(): typeof lines {
    let before = '[';
    return (items) => {
        if (items === undefined) return before === '[' ? '[]' : ']';
        if (items.length === 0) return '';
        const part = before + items.join(',');
        before = ',';
        return part;
    };
}

function unusable(message: string): AppError {
    return new AppError('provider_answer_unusable', { message });
}
