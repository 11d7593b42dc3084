import { allows, AppError, createConnectSession, getConnectSession, openConnectSession } from '@patchbay/contracts';
import { route } from '../../../kernel/http/mount.ts';
import { describeSession } from './describe-session.ts';
import { mintOnce } from './mint-once.ts';
import { toSessionRequest } from './session-request.ts';

export const connectSessionRoutes = [
    route(createConnectSession, (deps, call) => {
        const managesConnections = call.body.manage_connections ?? false;
        // The end user of such a session deletes connections, which the key must allow.
        if (managesConnections && !allows(call.auth.scopes, 'environment:connections:write'))
            throw new AppError('forbidden', {
                message: 'Insufficient scope. Required for manage_connections: environment:connections:write'
            });
        return mintOnce(deps, 'create', call, async () => ({ request: toSessionRequest(call.body), managesConnections }));
    }),
    route(getConnectSession, async (deps, { auth, headers }) => ({
        data: await describeSession(deps, auth.session, headers['accept-language'])
    })),
    route(openConnectSession, async (deps, { auth, body, headers }) => {
        const { allowed_origins: allowed } = auth.session;
        // A page without an origin is a connect link's own page.
        if (body.origin !== null && allowed.length > 0 && !allowed.includes(body.origin)) throw new AppError('origin_not_allowed');
        return { data: await describeSession(deps, auth.session, headers['accept-language']) };
    })
];
