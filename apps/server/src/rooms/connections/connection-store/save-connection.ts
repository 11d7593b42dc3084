import { nameOf } from '../../platform/integrations/open-integration.ts';
import { AppError, objectProblem } from '@patchbay/contracts';
import type { ConnectionRow, Db, NewConnectionRow, StoredEndUser } from '@patchbay/db';
import type { Provider } from '@patchbay/providers';
import { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import type { Seal } from '../../../kernel/crypto/seal.ts';
import { sealedTable } from '../../../kernel/crypto/sealed-table.ts';
import { lockEnabledIntegration } from '../../platform/integrations/lock-enabled-integration.ts';
import { eventEndUserOf, recordEvent } from '../../outbox/events/record-event.ts';
import { findConnectionOfAccount, findOnlyConnection, lockConnection, type ReplacedConnection } from './accounts.sql.ts';
import { attachRuns, deleteHidden, type SavedConnection, upsertConnection } from './connections.sql.ts';
import { insertCredentialHistory } from './credential-history.sql.ts';
import { ownTags, retag } from './end-user.ts';
import { nextProbeAt, nextRefreshAt } from './refresh-schedule.ts';
import type { Candidate } from './candidate.ts';
import { endOfCertificate } from './client-certificate.ts';
import { queueAfterCreation, sendConnectionSaved } from './connection-saved.ts';

export interface ConnectionToSave extends Candidate {
    connectionId: string;
    /** Who the provider says this is; null where it can't tell. */
    account: { id: string; label: string } | null;
    verifiedAt: Date | null;
    /** A reconnect replaces and never creates: the connection may have been deleted meanwhile. */
    mustExist: boolean;
    /** The {@link accountFingerprint} that the connection must still have; absent: any. */
    accountBefore?: Buffer | null;
    /** Replaces the end user's connection of the same account, if there is one. */
    replacesSameAccount?: boolean;
    /**
     * What becomes of another account where the integration allows an end user one. Absent: it is
     * connected as well.
     */
    secondAccount?: 'reconnects' | 'is_refused';
    /** Absent: kept on a replacement. */
    endUser?: StoredEndUser | null;
    /** A session's are added to those of a replaced connection; an import's replace them. */
    tags?: Record<string, string>;
    metadata?: Record<string, unknown>;
    /**
     * What is added to the metadata of a replaced connection, where it lacks the key; nothing where
     * all of it would be too large.
     */
    metadataDefaults?: Record<string, unknown> | undefined;
    webhookUrlOverride?: string | null;
    /** Set: unusable and without an event until the backend confirms the end user. */
    confirmBefore?: Date | null;
    /** Of functions that have accepted it before there was a row. */
    runIds?: readonly string[];
    /** Imports tell no end user in their event. */
    isFromSession: boolean;
}

export const sealedConnections = sealedTable({
    name: 'connections',
    columns: ['credentials', 'secret_config'],
    key: 'id',
    boundTo: ['integration_id', 'connection_id']
});
export const connectionPlace = sealedConnections.place;

const secretConfig = z.record(z.string(), z.unknown());

/** The secret fields of the configuration, mostly none. @throws {SealError} */
export function openSecretConfig(
    seal: Pick<Seal, 'open'>,
    row: Parameters<typeof connectionPlace>[0] & { secret_config: Buffer }
): Record<string, unknown> {
    return seal.open(connectionPlace(row, 'secret_config'), row.secret_config, secretConfig);
}

/** A keyed hash, so that the table does not reveal accounts. Ids are unique per provider. */
export function accountFingerprint({ keyedHash }: Pick<Deps, 'keyedHash'>, provider: string, accountId: string): Buffer {
    return keyedHash.hash(`account\0${provider}\0${accountId}`);
}

/** The end user has a connection, and the integration allows one: that one is to be reconnected. */
export class ConnectedAlreadyError extends Error {
    override readonly name = 'ConnectedAlreadyError';
    readonly connectionId: string;
    /** The form's fields differ, so that an account of the same id may be another one. */
    readonly isElsewhere: boolean;
    constructor(connectionId: string, isElsewhere: boolean) {
        super('The end user has connected an account already.');
        this.connectionId = connectionId;
        this.isElsewhere = isElsewhere;
    }
}

/** The connection belongs to another account by now than the save was decided for. */
export class AccountReplacedError extends Error {
    override readonly name = 'AccountReplacedError';
}

/**
 * Creates a connection or replaces its credentials, and records the event unless it is
 * unconfirmed. The only place where connections are created.
 * @param trx a transaction; the locks taken here last until its end
 * @throws {AppError} `integration_disabled` or `conflict` when the integration was disabled or
 * deleted meanwhile; `invalid_connection` when `mustExist` and there is no connection
 * @throws {AccountReplacedError}
 * @throws {ConnectedAlreadyError}
 * @race two rows of one name; an attempt succeeds without its connection: unique key with upsert;
 * one transaction with the attempt's end
 * @race two connections of an account that the end user has connected already: advisory lock on
 * integration, account and end user for the transaction
 * @race two accounts of an end user where the integration allows one: advisory lock on integration
 * and end user for the transaction
 * @race a reconnect creates what was deleted meanwhile, or replaces an account that came meanwhile:
 * row lock, `mustExist`, `accountBefore`; of two reconnects of one account the later one replaces
 * the credentials
 */
export async function saveConnection(
    trx: Db,
    deps: Pick<Deps, 'seal' | 'clock' | 'ids' | 'keyedHash' | 'config'>,
    input: ConnectionToSave
): Promise<ConnectionRow & { is_new: boolean }> {
    const { integration } = input;
    const owner = { environment_id: integration.row.environment_id, integration_id: integration.row.id };
    const now = deps.clock.now();
    const { single_account: isSingle } = await lockEnabledIntegration(trx, integration.row, input.grant?.clientId);
    const identity = input.account && accountFingerprint(deps, integration.provider.id, input.account.id);
    const { open, secret } = splitConfig(integration.provider, input.config);
    const fields = fieldsOf(integration.provider, open);
    const only = isSingle && input.secondAccount && input.endUser ? await findOnlyConnection(trx, owner, input.endUser) : undefined;
    const same =
        input.replacesSameAccount && identity && input.endUser
            ? await findConnectionOfAccount(trx, {
                  ...owner,
                  identity,
                  endUser: input.endUser,
                  config: fields,
                  tags: ownTags(input.tags ?? {}, input.endUser)
              })
            : undefined;
    if (only && !same) throw secondAccountError(input, only, fields);
    const key = { ...owner, connection_id: same?.connection_id ?? input.connectionId };
    const replaced = input.mustExist ? await lockConnection(trx, key) : same;
    if (input.mustExist && !replaced) throw new AppError('invalid_connection');
    if (replaced && input.accountBefore !== undefined && !isSameAccount(deps, replaced.identity_hash, input.accountBefore))
        throw new AccountReplacedError();
    const changes = replaced && { ...ownershipOf(replaced, input), metadataDefaults: fittingDefaults(replaced, input) };
    const row = toRow(deps, key, { ...input, ...changes, identity, open, secret, now });
    const kept = {
        metadata: input.metadata === undefined,
        endUser: input.endUser === undefined,
        tags: input.tags === undefined,
        webhookUrlOverride: input.webhookUrlOverride === undefined
    };
    let saved = await upsertConnection(trx, row, kept, now);
    // A hidden connection of the same id is another one.
    while (!saved) {
        await deleteHidden(trx, key, now);
        saved = await upsertConnection(trx, row, kept, now);
    }
    await insertCredentialHistory(trx, { id: deps.ids.timeOrdered(now), saved, now });
    if (input.runIds) await attachRuns(trx, saved, input.runIds);
    if (!input.confirmBefore) await recordSaved(trx, deps, input, saved);
    return saved;
}

/** That it was created or replaced, and that it works again where it was broken. */
async function recordSaved(
    trx: Db,
    deps: Pick<Deps, 'clock' | 'ids'>,
    { integration, isFromSession }: ConnectionToSave,
    saved: SavedConnection
): Promise<void> {
    const owner = { environmentId: saved.environment_id, integrationId: saved.integration_id };
    const about = {
        connectionId: saved.connection_id,
        providerConfigKey: integration.row.unique_key,
        provider: integration.provider.id,
        authMode: integration.provider.auth_mode,
        tags: saved.tags,
        ...(isFromSession ? eventEndUserOf(saved.end_user) : {})
    };
    await sendConnectionSaved(trx, integration.provider.id, [saved]);
    if (saved.is_new) await queueAfterCreation(trx, deps, saved);
    const operation = saved.is_new ? 'creation' : 'override';
    await recordEvent(trx, deps, { ...owner, content: { ...about, type: 'auth', operation, success: true } });
    if (saved.state_before === 'broken')
        await recordEvent(trx, deps, { ...owner, content: { ...about, type: 'connection.healed', ...eventEndUserOf(saved.end_user) } });
}

function secondAccountError(
    { integration, secondAccount }: ConnectionToSave,
    { connection_id: connectionId, connection_config: stored }: Pick<ConnectionRow, 'connection_id' | 'connection_config'>,
    fields: Record<string, unknown>
): Error {
    if (secondAccount === 'reconnects')
        return new ConnectedAlreadyError(
            connectionId,
            Object.entries(fields).some(([name, value]) => stored[name] !== value)
        );
    const name = nameOf(integration);
    return new AppError('conflict', { message: `An account of ${name} is connected already, and there can be one.` });
}

function isSameAccount({ keyedHash }: Pick<Deps, 'keyedHash'>, a: Buffer | null, b: Buffer | null): boolean {
    return a && b ? keyedHash.matches(a, b) : a === b;
}

/** It may have grown since the session was made: the account is connected all the same. */
function fittingDefaults({ metadata }: ReplacedConnection, { metadataDefaults }: ConnectionToSave): Record<string, unknown> | undefined {
    return objectProblem({ ...metadataDefaults, ...metadata }) === undefined ? metadataDefaults : undefined;
}

/** Keeps the organization and the customer's own tags where the session has none. */
function ownershipOf(replaced: ReplacedConnection, { endUser, tags }: ConnectionToSave): Pick<ConnectionToSave, 'endUser' | 'tags'> {
    const { end_user: before } = replaced;
    const now = endUser ? { ...endUser, organization: endUser.organization ?? before?.organization ?? null } : before;
    return {
        ...(endUser === undefined ? {} : { endUser: now }),
        ...(tags === undefined ? {} : { tags: { ...retag(replaced.tags, before, now), ...tags } })
    };
}

function toRow(
    deps: Pick<Deps, 'seal' | 'config'>,
    key: Pick<ConnectionRow, 'environment_id' | 'integration_id' | 'connection_id'>,
    input: ConnectionToSave & { identity: Buffer | null; now: Date } & ReturnType<typeof splitConfig>
): NewConnectionRow {
    const { integration, credentials, open, secret, now } = input;
    return {
        ...key,
        credentials_type: credentials.type,
        credentials: deps.seal.seal(connectionPlace(key, 'credentials'), credentials),
        secret_config: deps.seal.seal(connectionPlace(key, 'secret_config'), secret),
        connection_config: JSON.stringify(open),
        metadata: newMetadata(input),
        end_user: input.endUser ? JSON.stringify(input.endUser) : null,
        tags: JSON.stringify(input.tags ?? {}),
        webhook_url_override: input.webhookUrlOverride ?? null,
        identity_hash: input.identity,
        identity_label: input.account?.label ?? null,
        verified_at: input.verifiedAt,
        confirm_before: input.confirmBefore ?? null,
        refreshed_at: now,
        token_issued_at: input.grant?.issuedAt ? new Date(input.grant.issuedAt) : input.isFromSession ? now : null,
        refresh_due_at: nextRefreshAt(
            integration.provider,
            { ...input, idleEndsAt: input.grant?.idleEndsAt ? new Date(input.grant.idleEndsAt) : undefined },
            now
        ),
        probe_due_at: nextProbeAt(integration.provider, input, now, deps.config.probeIntervalMs),
        grant_ends_at: grantEndOf(integration.provider, input),
        asked_scopes: input.grant?.askedScopes ?? null,
        granted_scopes: input.grant?.grantedScopes ?? null,
        created_at: now,
        updated_at: now
    };
}

/** Of an import without any it is empty, of a sign-in unset, as at the reference. */
function newMetadata({ metadata, metadataDefaults, isFromSession }: ConnectionToSave): string | null {
    const given = metadata ?? metadataDefaults ?? (isFromSession ? null : {});
    return given && JSON.stringify(given);
}

/** Only the form's fields: account ids may be unique within one host of the provider. */
function fieldsOf({ connection_config: fields = {} }: Provider, config: Record<string, unknown>): Record<string, unknown> {
    return Object.fromEntries(Object.entries(config).filter(([name]) => Object.hasOwn(fields, name)));
}

/** As the provider states it, else as its definition does. Unknown for an import. */
function grantEndOf(provider: Provider, { grant, credentials }: Pick<Candidate, 'grant' | 'credentials'>): Date | null {
    if (grant?.endsAt) return new Date(grant.endsAt);
    const certificateEnd = endOfCertificate(provider, credentials);
    if (certificateEnd) return certificateEnd;
    const hours = 'refresh' in provider ? provider.refresh?.grant_hours : undefined;
    return grant?.issuedAt && hours !== undefined ? new Date(Date.parse(grant.issuedAt) + hours * 3_600_000) : null;
}

/** Seals secret fields, and any with a credential's name, which an import may have misplaced. */
export function splitConfig(
    { credentials, connection_config: fields = {} }: Provider,
    config: Record<string, unknown>
): { open: Record<string, unknown>; secret: Record<string, unknown> } {
    const isSecret = (name: string) =>
        Object.hasOwn(credentials ?? {}, name) || (Object.hasOwn(fields, name) && fields[name]?.secret === true);
    const entries = Object.entries(config);
    return {
        open: Object.fromEntries(entries.filter(([name]) => !isSecret(name))),
        secret: Object.fromEntries(entries.filter(([name]) => isSecret(name)))
    };
}
