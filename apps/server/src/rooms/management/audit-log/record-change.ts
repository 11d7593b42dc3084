import type { EndpointShape } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import type { Caller } from '../../../kernel/http/authenticate.ts';
import type { Changes } from '../../../kernel/http/changes.ts';
import { completeEntry, findAccountKeyName, findKeyName, insertEntry } from './audit-log.sql.ts';
import { createRefusalLimit } from './refusal-limit.ts';

/** What keys do with these is settings; the rest is the traffic of a product. */
const ofKeys: ReadonlySet<string> = new Set([
    'environment:integrations:write',
    'environment:functions:write',
    'environment:webhooks:write',
    'environment:alerts:write',
    'environment:issues:write',
    'environment:api_keys:write',
    'environment:freezes:write',
    'environment:settings:write'
]);

/** Without a session: who signs in, or joins. */
const ofVisitors: ReadonlySet<string> = new Set(['signIn', 'acceptInvitation']);

/** Fields of bodies whose values are told too: ids, names, and what they may do. */
const toldFields = [
    'email',
    'role',
    'name',
    'is_production',
    'display_name',
    'scopes',
    'key_id',
    'provider_config_key',
    'connection_id',
    'integration_id',
    'unique_key',
    'sync_name'
];

const longestTarget = 500;

/**
 * Writes each change of members, and those of keys that change settings, into the audit log: before
 * it is made, so that none is missing, and its result afterwards. Who signs in or joins is written
 * afterwards, and so is what members may not do: of refusals there could be any number.
 */
export function auditChanges({ db, clock, ids, log }: Pick<Deps, 'clock' | 'db' | 'ids' | 'log'>): Changes {
    const leftOut = () => log.warn('audit_refusals_left_out: there are more than the audit log takes');
    // Apart, so that an attacker from outside does not hide what a member tries.
    const [ofVisitor, ofMember] = [createRefusalLimit(clock, leftOut), createRefusalLimit(clock, leftOut)];
    const incomplete = (error: unknown) => log.warn('audit_entry_incomplete', { error });
    return {
        async begin({ endpoint, caller, input, requestId, address }) {
            if (caller?.kind === 'connect_session' || !isAudited(endpoint, caller)) return undefined;
            const at = clock.now();
            const id = ids.timeOrdered(at);
            const entry = {
                id,
                at,
                ...(await actorOf(caller)),
                ...environmentIn(input.body, caller),
                action: endpoint.id,
                target: targetOf(input.params, input.body),
                ...connectionOf(input),
                fields: JSON.stringify(Object.keys(isObject(input.body) ? input.body : {})),
                request_id: requestId,
                client_address: address
            };
            if (caller) await insertEntry(db, { ...entry, status: null, error_code: null });
            return async (status, code) => {
                const result = { status, error_code: code ?? null };
                if (caller) await completeEntry(db, id, result).catch(incomplete);
                else if (code === undefined || ofVisitor(`${address} ${endpoint.id} ${entry.target} ${code}`))
                    await insertEntry(db, { ...entry, ...result }).catch(incomplete);
            };
        },
        async refused({ endpoint, caller, params, requestId, address, code }) {
            const member = memberIn(caller);
            if (!member || caller.kind === 'connect_session' || !ofMember(`${member.id} ${endpoint.id}`)) return;
            const at = clock.now();
            const entry = {
                id: ids.timeOrdered(at),
                at,
                ...(await actorOf(caller)),
                action: endpoint.id,
                target: targetOf(params, undefined),
                fields: null,
                connection_id: null,
                integration_key: null,
                request_id: requestId,
                client_address: address,
                status: 403,
                error_code: code
            };
            await insertEntry(db, entry).catch(incomplete);
        }
    };

    async function actorOf(caller: Actor | undefined) {
        if (!caller) return { ...none, actor_kind: 'system' as const, actor_id: null, actor_name: 'Not signed in' };
        if (caller.kind === 'dashboard_session') return { ...none, ...memberActor(caller.member) };
        if (caller.kind === 'account_key') {
            const keyName = (await findAccountKeyName(db, caller.keyId)) ?? caller.keyId;
            return { ...none, actor_kind: 'account_key' as const, actor_id: caller.keyId, actor_name: keyName };
        }
        const environment = { environment_name: caller.environmentName };
        if (caller.member) return { ...environment, ...memberActor(caller.member) };
        const name = (await findKeyName(db, caller.keyId)) ?? caller.keyId;
        return { ...environment, actor_kind: 'secret_key' as const, actor_id: caller.keyId, actor_name: name };
    }
}

/** Keys are not among them: what a product tries is its traffic. */
function memberIn(caller: Caller): { id: string } | undefined {
    return 'member' in caller ? caller.member : undefined;
}

type Actor = Exclude<Caller, { kind: 'connect_session' }>;

const none = { environment_name: null };

const memberActor = ({ id, name }: { id: string; name: string }) => ({
    actor_kind: 'member' as const,
    actor_id: id,
    actor_name: name
});

function isAudited({ id, method, scope }: EndpointShape, caller: Actor | undefined): boolean {
    if (!caller) return ofVisitors.has(id);
    if (method === 'GET') return false;
    return caller.kind === 'secret_key' && !caller.member ? scope !== undefined && ofKeys.has(scope) : true;
}

/** As `name=value`: ids of what is changed, and of the body what is listed above. */
function targetOf(params: unknown, body: unknown): string | null {
    const told = Object.entries(isObject(body) ? body : {}).filter(([name]) => toldFields.includes(name));
    const parts = [...Object.entries(isObject(params) ? params : {}), ...told].map(([name, value]) => `${name}=${String(value)}`);
    return parts.length === 0 ? null : parts.join(' ').slice(0, longestTarget);
}

/** Endpoints for the dashboard alone name the environment in the body. */
function environmentIn(body: unknown, caller: Actor | undefined): { environment_name?: string } {
    const name = caller?.kind === 'dashboard_session' && isObject(body) ? body['environment'] : undefined;
    return isText(name) ? { environment_name: name } : {};
}

/** The one connection that is changed, as parameters, queries, headers and bodies name it. */
function connectionOf({ params, query, headers, body }: Record<'params' | 'query' | 'headers' | 'body', unknown>) {
    const given = Object.fromEntries([headers, query, params, body].filter(isObject).flatMap((part) => Object.entries(part)));
    const connectionId = [given['connection_id'], given['connection_ids'], given['connection-id']].flat().filter(isText);
    const [integrationKey] = [given['provider_config_key'], given['integration_id'], given['provider-config-key']].filter(isText);
    const [only, ...others] = connectionId;
    return only === undefined || others.length > 0
        ? { connection_id: null, integration_key: null }
        : { connection_id: only, integration_key: integrationKey ?? null };
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
