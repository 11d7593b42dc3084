import { handleBlob } from './blob.ts';
import { bearerToken } from './callers.ts';
import { InvalidInput } from './check-fields.ts';
import type { Credentials } from './credentials.ts';
import { echo, isEchoPath } from './echo.ts';
import { sendFound, sendJson } from './exchange.ts';
import type { Exchange } from './exchange.ts';
import type { Orders } from './orders.ts';
import { PAGES_PATH, sendPage } from './pages.ts';

const ECHO = '/bearer/v1/echo';
const BLOB = '/bearer/v1/blob';

/** The paths whose bodies are read as they arrive, whatever their size. */
export function isBearerStream(path: string): boolean {
    return isEchoPath(path, ECHO) || path === BLOB;
}

/**
 * One key as a bearer token, and every kind of traffic that can go through it.
 *
 * - `GET /bearer/v1/account`, `/bearer/v1/candidates`: the key's company, and who applied there
 * - any method, `/bearer/v1/echo` and below: the request as it arrived (echo.ts)
 * - `GET`, `HEAD`, `POST /bearer/v1/blob`: bytes, as many and as slowly as asked (blob.ts)
 * - `GET /bearer/v1/pages/<style>`: a list, page by page (pages.ts)
 * - `GET`, `POST /bearer/v1/orders`: writes, with or without `Idempotency-Key` (orders.ts)
 */
export async function bearerApi(
    { credentials, orders, publicUrl }: { credentials: Credentials; orders: Orders; publicUrl: string },
    exchange: Exchange
): Promise<void> {
    const { request, response, method, url } = exchange;
    const company = credentials.companyOfKey('bearer', bearerToken(request.headers));
    if (!company)
        return sendJson(response, 401, { error: 'The API key is missing or wrong.' }, { 'www-authenticate': 'Bearer realm="sandbox"' });
    try {
        if (isEchoPath(url.pathname, ECHO)) return await echo(exchange);
        if (url.pathname === BLOB) return await handleBlob(exchange);
        if (url.pathname.startsWith(PAGES_PATH)) return sendPage(exchange, PAGES_PATH, publicUrl);
        if (url.pathname === '/bearer/v1/orders') return orders.handle(exchange, company.id);
    } catch (error) {
        if (!(error instanceof InvalidInput)) throw error;
        return sendJson(response, 400, { error: error.message });
    }
    const replies: Record<string, unknown> = {
        '/bearer/v1/account': { id: company.id, name: company.name },
        '/bearer/v1/candidates': { data: company.candidates }
    };
    sendFound(response, method, replies[url.pathname]);
}
