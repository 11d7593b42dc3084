import { AppError, createConnectLink, createReconnectLinks, exchangeConnectLink, listConnectLinks } from '@patchbay/contracts';
import { route } from '../../../kernel/http/mount.ts';
import { openSessionLink } from '../connect-sessions/open-session-link.ts';
import { toSessionRequest } from '../connect-sessions/session-request.ts';
import { findLiveLinks } from './connect-links.sql.ts';
import { createLink } from './create-link.ts';
import { describeLink } from './describe-link.ts';
import { createReconnectLinksOnce } from './create-reconnect-links.ts';
import { drawQrCode } from './draw-qr-code.ts';
import { openShareLink } from './open-share-link.ts';

/** Allowed, because a backend may also list unconfirmed connections at the next login. */
const missingReturnWarning =
    'Without return_to your product is not told what this link connects, and what is not confirmed within 24 hours is deleted. Pass return_to, or ask GET /connections?unconfirmed=true and confirm with POST /connections/:connection_id/confirm.';

export const connectLinkRoutes = [
    route(createConnectLink, async (deps, { auth, body }) => {
        const { row, url } = await createLink(deps, {
            caller: auth,
            session: toSessionRequest(body),
            lifetimeMs: body.expires_in * 1000,
            requiresConfirmation: body.require_confirmation,
            isSingleUse: body.single_use,
            returnTo: body.return_to
        });
        const warning = row.requires_confirmation && row.return_to === null ? { warning: missingReturnWarning } : {};
        return { data: { ...describeLink({ ...row, reconnect_integration_key: null }), url, qr_code: drawQrCode(url), ...warning } };
    }),
    route(createReconnectLinks, (deps, call) => createReconnectLinksOnce(deps, call)),
    route(listConnectLinks, async ({ db, clock }, { auth, query }) => ({
        data: (await findLiveLinks(db, auth.environmentId, query.limit, clock.now())).map(describeLink)
    })),
    // One endpoint for both kinds of link.
    route(exchangeConnectLink, async (deps, { body }) => {
        const session = (await openSessionLink(deps, body.code)) ?? (await openShareLink(deps, body.code));
        if (!session) throw new AppError('not_found', { message: 'This link has expired or was deleted. Ask for a new one.' });
        return { data: { token: session.token, expires_at: session.expiresAt.toISOString() } };
    })
];
