import { parseCallbackPlan } from '../callback-delivery.ts';
import { checkFields, InvalidInput, isInteger, isRecord, isText } from '../check-fields.ts';
import type { ControlVerb } from '../emulators/emulator.ts';
import { REALMS } from './company.ts';
import type { Change, Company } from './company.ts';
import type { DatasetOptions } from './dataset.ts';
import { findKind, KIND_NAMES } from './kinds.ts';
import { mutate } from './mutate.ts';
import { APPS, SCOPES } from './oauth-clients.ts';
import { tokenBody } from './oauth.ts';
import type { OAuthContext } from './oauth.ts';
import { textOf } from './row.ts';
import { changeSettings } from './settings.ts';
import type { Settings } from './settings.ts';
import type { WriteContext } from './store-row.ts';
import type { Throttle } from './throttle.ts';
import type { Tokens } from './tokens.ts';
import { requireOperation } from './webhooks.ts';
import type { Webhooks } from './webhooks.ts';

export interface ControlContext {
    behaviour: OAuthContext['behaviour'];
    companies: ReadonlyMap<string, Company>;
    settings: Settings;
    throttle: Throttle;
    tokens: Tokens;
    webhooks: Webhooks;
    nowMs(): number;
    writeContext(company: Company): WriteContext;
    /** Gives a company new books. */
    seed(company: Company, options: DatasetOptions): void;
}

const FIRST_REALM = REALMS[0]?.realmId ?? '';
const BIG_ID = 3_000_000_000;

/**
 * Below `/_ctl/quickbooks/`; `realm` is the first company by default.
 *
 * - `GET apps`, `GET realms`: OAuth apps with their secrets and verifier tokens; companies
 * - `GET settings`, `POST settings`: see settings.ts; what is not named stays
 * - `POST callback` `{mode, error?, error_description?, ms?, hops?}`: see callback-delivery.ts
 * - `POST seed` `{realm?, seed?, counts?, lines?, big_ids?}`: new books, of so many rows per kind
 * - `POST grants` `{realm?, client_id?, scopes?}`: a consent without a browser, to any app of the
 * company's; its tokens. `GET grants`
 * - `POST disconnect` `{realm?}`: as a user who removes the app. `POST expire` `{realm?}`: ends
 * access tokens early
 * - `POST company` `{realm?, state}`: `active`, `ended` (6190) or `no_access` (120)
 * - `POST mutate` `{realm?, entity, operation, id?, into?, body?}`: see mutate.ts
 * - `GET webhooks`, `POST webhooks` `{url, verifier_token, format?, aggregation_s?, fault?}`
 * - `POST events` `{realm?, entity, id, operation, deleted_id?}`: a webhook of something that need
 * not be
 * - `GET throttle`: how many requests were refused, and reads by month
 */
export function controlVerbs(context: ControlContext): Readonly<Record<string, ControlVerb>> {
    const { behaviour, companies, settings, throttle, tokens, webhooks } = context;
    const companyOf = (realm: unknown): Company => {
        const company = companies.get(realm === undefined ? FIRST_REALM : (textOf(realm) ?? ''));
        if (!company) throw new InvalidInput(`"realm" must be one of ${[...companies.keys()].join(', ')}.`);
        return company;
    };
    const split = (body: unknown): [Company, Record<string, unknown>] => {
        const { realm, ...others } = isRecord(body) ? body : {};
        return [companyOf(realm), others];
    };
    return {
        'GET apps': () => ({ apps: APPS }),
        'GET realms': () => ({
            realms: [...companies.values()].map(({ realmId, name, environment, state }) => ({ realm: realmId, name, environment, state }))
        }),
        'GET settings': () => settings,
        'POST settings': ({ body }) => changeSettings(settings, body),
        'POST callback': ({ body }) => {
            behaviour.callback = parseCallbackPlan(isRecord(body) ? body : {});
            return behaviour.callback;
        },
        'POST seed': ({ body }) => {
            const [company, given] = split(body);
            const options = readSeed(given);
            context.seed(company, options);
            return { realm: company.realmId, counts: company.books.dataset.counts };
        },
        'POST grants': ({ body }) => {
            const [company, given] = split(body);
            checkFields('The grant', given, {
                client_id: isText,
                scopes: (value) => Array.isArray(value) && value.every((scope) => Object.hasOwn(SCOPES, String(scope)))
            });
            const scopes = Array.isArray(given['scopes']) ? given['scopes'].map(String) : ['com.intuit.quickbooks.accounting'];
            const { realmId, environment } = company;
            const clientId = textOf(given['client_id']) ?? APPS.find((app) => app.environment === environment)?.id ?? '';
            const grant = tokens.consent({ clientId, environment, realmId, scopes });
            return { realm: realmId, client_id: clientId, ...tokenBody(tokens.issue(grant)) };
        },
        'GET grants': () => ({
            grants: tokens.grants().map(({ id, clientId, realmId, scopes, isRevoked }) => ({
                id,
                client_id: clientId,
                realm: realmId ?? null,
                scopes,
                revoked: isRevoked
            }))
        }),
        'POST disconnect': ({ body }) => ({ grants_revoked: tokens.disconnect(split(body)[0].realmId) }),
        'POST expire': ({ body }) => ({ tokens_expired: tokens.expireAccess(split(body)[0].realmId) }),
        'POST company': ({ body }) => {
            const [company, { state }] = split(body);
            if (state !== 'active' && state !== 'ended' && state !== 'no_access')
                throw new InvalidInput('"state" must be active, ended or no_access.');
            company.state = state;
            return { realm: company.realmId, state };
        },
        'POST mutate': ({ body }) => {
            const [company, given] = split(body);
            return mutate(context.writeContext(company), given);
        },
        'GET webhooks': () => ({ webhooks: webhooks.list() }),
        'POST webhooks': ({ body }) => webhooks.configure(body),
        'POST events': ({ body }) => {
            webhooks.report(readChange(body, context.nowMs()));
            return { reported: true };
        },
        'GET throttle': () => throttle.counts()
    };
}

/** @throws {InvalidInput} */
function readSeed(given: Record<string, unknown>): DatasetOptions {
    const isCount = isInteger(0, 1_000_000);
    checkFields('The seed', given, {
        seed: isInteger(0),
        counts: (value) =>
            isRecord(value) && Object.entries(value).every(([kind, count]) => findKind(kind)?.name === kind && isCount(count)),
        lines: isInteger(1, 100),
        big_ids: (value) => typeof value === 'boolean'
    });
    const { seed, counts, lines, big_ids: isBig } = given;
    const wanted = isRecord(counts) ? counts : {};
    const kept = KIND_NAMES.flatMap((kind) => (kind in wanted ? [[kind, Number(wanted[kind])] as const] : []));
    return {
        ...(seed === undefined ? {} : { seed: Number(seed) }),
        counts: Object.fromEntries(kept),
        lines: lines === undefined ? null : Number(lines),
        idOffset: isBig === true ? BIG_ID : 0
    };
}

/** @throws {InvalidInput} */
function readChange(body: unknown, atMs: number): Change {
    checkFields('The event', body, { realm: isText, '*entity': isText, '*id': isText, '*operation': isText, deleted_id: isText });
    const kind = findKind(String(body['entity']));
    if (!kind) throw new InvalidInput(`"entity" must be one of ${KIND_NAMES.join(', ')}.`);
    const deletedId = textOf(body['deleted_id']);
    return {
        realmId: textOf(body['realm']) ?? FIRST_REALM,
        kind: kind.name,
        id: String(body['id']),
        operation: requireOperation(body['operation']),
        atMs,
        ...(deletedId === undefined ? {} : { deletedId })
    };
}
