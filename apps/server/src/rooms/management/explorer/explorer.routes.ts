import { sendExplorerRequest } from '@patchbay/contracts';
import { route } from '../../../kernel/http/mount.ts';
import { requireEnvironment } from '../members/require-environment.ts';
import { sendByHand } from './send-by-hand.ts';

export const explorerRoutes = [
    route(sendExplorerRequest, async (deps, { auth, body }, request) => {
        const environmentId = await requireEnvironment(deps, auth, body.environment, 'environment:proxy');
        const gone = new AbortController();
        request.res?.once('close', () => gone.abort(new Error('The client disconnected.')));
        return { data: await sendByHand(deps, { ...body, environmentId, caller: auth.rateLimitKey, signal: gone.signal }) };
    })
];
