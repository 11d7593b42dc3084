import { AppError, createReconnectLinks, type ParsedInput, type sendReconnectLinks as contract, type SuccessIn } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { findSentLinks, lockReconnectLinks, lockSending, markSent, type SentLink } from '../../connect/connect-links/connect-links.sql.ts';
import {
    addressOf,
    type GivenLink,
    giveReconnectLinks,
    prepareReconnectLinks,
    toFilter
} from '../../connect/connect-links/create-reconnect-links.ts';
import { findConnections } from '../../connections/connection-store/connection-list.sql.ts';
import { describeHealth } from '../../connections/connection-store/health.ts';
import { recordSecretEvents, type SecretEvent } from '../../outbox/events/event-secrets.ts';
import { eventEndUserOf } from '../../outbox/events/record-event.ts';
import { countEndpointsThatName } from '../../outbox/webhook-deliveries/endpoints.sql.ts';
import { seesMembers } from '../members/sees-members.ts';
import type { SecretKeyCaller } from '../../platform/environments/authenticate-secret-key.ts';

type Response = SuccessIn<typeof contract>['data'];
type SendDeps = Pick<Deps, 'batches' | 'clock' | 'config' | 'db' | 'ids' | 'keyedHash' | 'providers' | 'providersOf' | 'seal'>;

export const linkEvent = 'connection.reconnect_link';

/**
 * Sends the product an event with a link for each connection that has to be reconnected, and that
 * none was sent for that still works: of two members who send at once, the second is told so.
 * @throws {AppError} `conflict` where no endpoint takes the event; `invalid_body`,
 * `integration_disabled`
 * @race two members send at once, and each end user gets two messages: advisory lock on the
 * environment for the transaction
 */
export async function sendReconnectLinks(
    deps: SendDeps,
    caller: SecretKeyCaller,
    { sent_until: until, ...chosen }: Omit<ParsedInput<typeof contract>['body'], 'environment'>
): Promise<Response> {
    const { environmentId, keyId } = caller;
    const body = createReconnectLinks.body.parse(chosen);
    const options = await prepareReconnectLinks(deps, caller, body);
    const now = deps.clock.now();
    return deps.db.transaction().execute(async (trx) => {
        await lockSending(trx, environmentId);
        await lockReconnectLinks(trx, keyId);
        if ((await countEndpointsThatName(trx, environmentId, linkEvent)) === 0)
            throw new AppError('conflict', { message: `No webhook endpoint takes the event ${linkEvent}: name it in one of them.` });
        const rows = await findConnections(trx, toFilter(environmentId, body));
        const sentBefore = (await findSentLinks(trx, { environmentId, connections: rows, now })).filter(
            ({ sent_at: at }) => until === undefined || at > new Date(until)
        );
        const known = new Set(sentBefore.map(placeOf));
        const left = rows.filter((row) => !known.has(placeOf(row)));
        const given = await giveReconnectLinks(trx, deps, options, left);
        await recordSecretEvents(
            trx,
            deps,
            environmentId,
            given.map((each) => toEvent(deps, each))
        );
        await markSent(
            trx,
            environmentId,
            given.map(({ link }) => link.id),
            now
        );
        const last = rows.length === body.limit ? rows.at(-1) : undefined;
        return { sent: given.length, sent_before: describeSent(caller, sentBefore), next: last?.id ?? null };
    });
}

/** No connection has an id with a null. */
const placeOf = (of: { integration_id: string; connection_id: string }) => `${of.integration_id}\0${of.connection_id}`;

function describeSent({ member }: Pick<SecretKeyCaller, 'member'>, sent: readonly SentLink[]): Response['sent_before'] {
    const last = sent.toSorted((one, other) => other.sent_at.getTime() - one.sent_at.getTime())[0];
    return last ? { count: sent.length, at: last.sent_at.toISOString(), by: seesMembers(member) ? last.sent_by : null } : null;
}

function toEvent(deps: Pick<Deps, 'config' | 'providers' | 'seal'>, { row, link }: GivenLink): SecretEvent {
    const { since, cause } = describeHealth(deps, row);
    return {
        integrationId: row.integration_id,
        connectionId: row.connection_id,
        content: {
            type: linkEvent,
            connectionId: row.connection_id,
            providerConfigKey: row.integration_key,
            provider: row.provider,
            authMode: deps.providers.get(row.provider)?.auth_mode ?? row.credentials_type,
            tags: row.tags,
            ...eventEndUserOf(row.end_user),
            link: null,
            linkId: link.id,
            expiresAt: link.expires_at.toISOString(),
            brokenSince: since,
            reason: cause
        },
        secrets: { link: addressOf(deps, link) },
        expiresAt: link.expires_at
    };
}
