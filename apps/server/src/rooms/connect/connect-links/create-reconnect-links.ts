import { allows, AppError, createReconnectLinks as contract, invalidBody, type ParsedInput, type SuccessIn } from '@patchbay/contracts';
import type { Db } from '@patchbay/db';
import { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import { type ConnectionFilter, findConnections } from '../../connections/connection-store/connection-list.sql.ts';
import type { ConnectionSummaryRow } from '../../connections/connection-store/connections.sql.ts';
import { describeEndUser } from '../../connections/connection-store/describe-end-user.ts';
import { describeHealth } from '../../connections/connection-store/health.ts';
import type { SecretKeyCaller } from '../../platform/environments/authenticate-secret-key.ts';
import { findIntegration } from '../../platform/integrations/integrations.sql.ts';
import { checkSessionRequest } from '../connect-sessions/check-session-request.ts';
import { readOptions } from '../connect-sessions/session-options.ts';
import type { SessionRequest } from '../connect-sessions/session-request.ts';
import { withIdempotencyKey } from '../connect-sessions/with-idempotency-key.ts';
import { findReconnectLinks, insertReconnectLinks, lockReconnectLinks, type NewReconnectLink } from './connect-links.sql.ts';
import { checkReturn, linkAddress, linkPlace } from './create-link.ts';

type Input = ParsedInput<typeof contract>;
type Response = SuccessIn<typeof contract>;
type LinkDeps = Pick<Deps, 'batches' | 'clock' | 'config' | 'db' | 'ids' | 'keyedHash' | 'providers' | 'providersOf' | 'seal'>;

const storedCode = z.object({ code: z.string() });

interface Call {
    auth: SecretKeyCaller;
    headers: Input['headers'];
    body: Input['body'];
}

/** {@link createReconnectLinks}, once per Idempotency-Key. */
export function createReconnectLinksOnce(deps: LinkDeps, { auth, headers, body }: Call): Promise<Response> {
    // The response names end users, as lists of connections do.
    if (!allows(auth.scopes, 'environment:connections:read'))
        throw new AppError('forbidden', { message: 'Insufficient scope. Required as well: environment:connections:read' });
    const key = headers['idempotency-key'];
    return withIdempotencyKey(
        deps,
        { caller: auth, route: 'reconnect-links', key, input: body, form: contract.success.body, isAlive: async () => true },
        () => createReconnectLinks(deps, auth, body)
    );
}

/**
 * A link for each connection that has to be reconnected, or is named, and matches the filters: the
 * one that an earlier call with this key made, if it still works. Four statements, however many
 * there are.
 * @throws {AppError} `invalid_body`, `integration_disabled`
 * @race two calls make two links for one connection: advisory lock on the secret key for the
 * transaction
 */
async function createReconnectLinks(deps: LinkDeps, caller: SecretKeyCaller, body: Input['body']): Promise<Response> {
    const options = await prepareReconnectLinks(deps, caller, body);
    const given = await deps.db.transaction().execute(async (trx) => {
        await lockReconnectLinks(trx, caller.keyId);
        return giveReconnectLinks(trx, deps, options, await findConnections(trx, toFilter(caller.environmentId, body)));
    });
    const last = given.length === body.limit ? given.at(-1)?.row : undefined;
    return { data: { links: given.map((each) => describe(deps, each)), next: last?.id ?? null } };
}

/** What all links of a call have. */
interface LinkOptions {
    common: { environmentId: string; keyId: string; expiresAt: Date; now: Date; returnTo: string | null };
    session: SessionRequest;
}

/** @throws {AppError} `invalid_body`, `integration_disabled` */
export async function prepareReconnectLinks(deps: LinkDeps, caller: SecretKeyCaller, body: Input['body']): Promise<LinkOptions> {
    const { environmentId, keyId } = caller;
    await requireEnabled(deps, environmentId, body.integration_id);
    const base = { endUser: null, tags: {}, allowedIntegrations: [], defaults: {}, ...readOptions(body) };
    const session = await checkSessionRequest(deps, caller, base);
    await checkReturn(deps, environmentId, session, body.return_to);
    const now = deps.clock.now();
    const expiresAt = new Date(now.getTime() + body.expires_in * 1000);
    return { session, common: { environmentId, keyId, expiresAt, now, returnTo: body.return_to ?? null } };
}

export interface GivenLink {
    row: ConnectionSummaryRow;
    link: NewReconnectLink;
    isNew: boolean;
}

/** The links of these connections; the caller holds {@link lockReconnectLinks}. */
export async function giveReconnectLinks(
    trx: Db,
    deps: Pick<Deps, 'ids' | 'keyedHash' | 'seal'>,
    { common, session }: LinkOptions,
    rows: readonly ConnectionSummaryRow[]
): Promise<GivenLink[]> {
    const { environmentId, keyId, now } = common;
    const earlier = await findReconnectLinks(trx, { environmentId, keyId, connections: rows, now });
    const open = new Map(earlier.map((link) => [nameOf(link.reconnect_integration_id, link.reconnect_connection_id), link]));
    const all = rows.map((row) => {
        const link = open.get(nameOf(row.integration_id, row.connection_id));
        return link ? { row, link, isNew: false } : { row, link: toLink(deps, common, session, row), isNew: true };
    });
    await insertReconnectLinks(
        trx,
        all.filter(({ isNew }) => isNew).map(({ link }) => link)
    );
    return all;
}

/** @throws {AppError} `invalid_body` for an unknown integration; `integration_disabled` */
async function requireEnabled({ batches }: Pick<Deps, 'batches'>, environmentId: string, key: string | undefined): Promise<void> {
    if (key === undefined) return;
    const integration = await findIntegration(batches, environmentId, key);
    if (!integration) throw invalidBody(['integration_id'], 'Integration does not exist');
    if (!integration.enabled) throw new AppError('integration_disabled');
}

export function toFilter(environmentId: string, body: Input['body']): ConnectionFilter {
    return {
        environmentId,
        integrationKeys: body.integration_id === undefined ? undefined : [body.integration_id],
        connectionIds: body.connection_ids,
        status: body.include_healthy === true ? undefined : 'needs_reconnect',
        cause: body.cause,
        since: body.since && new Date(body.since).toISOString(),
        until: body.until && new Date(body.until).toISOString(),
        before: body.before,
        limit: body.limit,
        offset: 0
    };
}

/** No connection has an id with a null. */
function nameOf(integrationId: string | null, connectionId: string | null): string {
    return `${integrationId}\0${connectionId}`;
}

/** The session of its openings, and its own address for later calls, sealed. */
function toLink(
    deps: Pick<Deps, 'ids' | 'keyedHash' | 'seal'>,
    common: LinkOptions['common'],
    session: SessionRequest,
    row: ConnectionSummaryRow
): NewReconnectLink {
    const key = { environment_id: common.environmentId, id: deps.ids.uuid() };
    const code = deps.ids.secret();
    return {
        ...key,
        code_hash: deps.keyedHash.hash(code),
        request: deps.seal.seal(linkPlace(key), { ...session, allowedIntegrations: [row.integration_key], code }),
        end_user_id: row.end_user?.id ?? null,
        return_to: common.returnTo,
        expires_at: common.expiresAt,
        secret_key_id: common.keyId,
        reconnect_integration_id: row.integration_id,
        reconnect_connection_id: row.connection_id,
        reconnect_generation: row.generation,
        // It does not end as the connection works, so it ends as it is used.
        is_single_use: row.auth_state !== 'broken',
        created_at: common.now
    };
}

function describe(deps: Pick<Deps, 'config' | 'providers' | 'seal'>, { row, link, isNew }: GivenLink): Response['data']['links'][number] {
    return {
        id: link.id,
        url: addressOf(deps, link),
        is_new: isNew,
        expires_at: link.expires_at.toISOString(),
        connection_id: row.connection_id,
        integration_id: row.integration_key,
        health: describeHealth(deps, row),
        end_user: row.end_user && describeEndUser(row.end_user),
        tags: row.tags
    };
}

/** What the link is opened by. */
export function addressOf(deps: Pick<Deps, 'config' | 'seal'>, link: NewReconnectLink): string {
    return linkAddress(deps, deps.seal.open(linkPlace(link), link.request, storedCode).code);
}
