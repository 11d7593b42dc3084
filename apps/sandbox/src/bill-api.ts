import { BILL_DEV_KEY, COMPANIES } from './accounts.ts';
import { headerOf } from './callers.ts';
import type { Credentials } from './credentials.ts';
import { sendFound, sendJson } from './exchange.ts';
import type { Exchange } from './exchange.ts';
import type { Sessions } from './sessions.ts';

/** An organization's id, as BILL has them. */
function organizationIdOf(company: string): string {
    return `008${company}`;
}

/**
 * Sessions as BILL has them (https://developer.bill.com/docs/authentication-overview); users are
 * those of `/basic`, organizations the companies.
 *
 * - `POST /bill/v3/login`: `{"username", "password", "organizationId", "devKey"}`
 * - `GET /bill/v3/login/session`: with the headers `sessionId` and `devKey`
 */
export function billApi({ credentials, sessions }: { credentials: Credentials; sessions: Sessions }, exchange: Exchange): void {
    const { request, response, method, url, body } = exchange;
    const refuse = (status: number, code: string, message: string) =>
        sendJson(response, status, [{ timestamp: new Date().toISOString(), code, severity: 'ERROR', category: 'APPLICATION', message }]);
    const organization = (id: unknown) => COMPANIES.find((company) => organizationIdOf(company.id) === id);
    if (url.pathname === '/bill/v3/login' && method === 'POST') {
        const { username, password, organizationId, devKey } = parse(body);
        if (devKey !== BILL_DEV_KEY) return refuse(401, 'BDC_1102', 'The developer key is not valid.');
        if (typeof username !== 'string' || typeof password !== 'string' || !credentials.isUserAccepted(username, password))
            return refuse(401, 'BDC_1125', 'The user or the password is wrong.');
        if (!organization(organizationId)) return refuse(403, 'BDC_1171', 'The user does not belong to this organization.');
        const { value: sessionId } = sessions.issue('token', { user: username, password, place: String(organizationId) });
        return sendJson(response, 200, { sessionId, organizationId, userId: `006${username}` });
    }
    const session =
        headerOf(request.headers, 'devkey') === BILL_DEV_KEY ? sessions.find('token', headerOf(request.headers, 'sessionid')) : undefined;
    const company = organization(session?.place);
    if (!session || !company) return refuse(401, 'BDC_1109', 'The session is not valid. Sign in.');
    const replies: Record<string, unknown> = {
        '/bill/v3/login/session': { organizationId: session.place, organizationName: company.name, userId: `006${session.user}` }
    };
    sendFound(response, method, replies[url.pathname]);
}

function parse(body: Buffer): Record<string, unknown> {
    try {
        const parsed: unknown = JSON.parse(body.toString());
        return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
    } catch {
        return {};
    }
}
