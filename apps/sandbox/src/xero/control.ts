import { checkFields, InvalidInput, isInteger, isRecord, isText } from '../check-fields.ts';
import type { ControlVerb } from '../emulators/emulator.ts';
import type { Organisation } from './books.ts';
import { Invalid } from './documents.ts';
import { INITIAL_SEED } from './generate.ts';
import type { Seed } from './generate.ts';
import { findKind, KIND_NAMES } from './kinds.ts';
import { tokenBody } from './oauth.ts';
import { textOf } from './row.ts';
import type { Row } from './row.ts';
import type { Throttle } from './throttle.ts';
import { APPS } from './tokens.ts';
import type { Tokens } from './tokens.ts';
import type { Webhooks } from './webhooks.ts';
import { writeElement } from './write.ts';
import type { WriteContext } from './write.ts';

interface Settings {
    /** Whether requests beyond the limits are refused. */
    throttle: boolean;
}

interface ControlContext {
    organisations: ReadonlyMap<string, Organisation>;
    settings: Settings;
    throttle: Throttle;
    tokens: Tokens;
    webhooks: Webhooks;
    writeContext(organisation: Organisation): WriteContext;
    seed(organisation: Organisation, seed: Seed): void;
}

const MAX_ROWS = 20_000;
const DEFAULT_SCOPES = [
    'offline_access',
    ...['settings', 'contacts', 'invoices', 'payments', 'manualjournals'].map((name) => `accounting.${name}`)
];

/**
 * Below `/_ctl/xero/`; `tenant` is the first organisation by default.
 *
 * - `GET apps`, `GET tenants`: OAuth apps with their secrets; organisations with their row counts
 * - `GET settings`, `POST settings` `{throttle?}`; `GET throttle`: how many were refused
 * - `POST seed` `{tenant?, seed?, contacts?, items?, invoices?, …}`: new books
 * - `POST grants` `{tenant?, scopes?}`: a consent without a browser; its tokens. `GET grants`
 * - `POST disconnect` `{tenant?}`: as a user who disconnects the app. `POST expire`: ends access
 * tokens early
 * - `POST mutate` `{tenant?, entity, operation: save | remove, id?, body?}`: as a user of Xero
 * - `GET webhooks`, `POST webhooks` `{url, key}`: checks that the address checks signatures
 */
export function controlVerbs(context: ControlContext): Readonly<Record<string, ControlVerb>> {
    const { organisations, settings, throttle, tokens, webhooks } = context;
    const split = (body: unknown): [Organisation, Row] => {
        const { tenant, ...others } = isRecord(body) ? body : {};
        const organisation = tenant === undefined ? [...organisations.values()][0] : organisations.get(textOf(tenant) ?? '');
        if (!organisation) throw new InvalidInput(`"tenant" must be one of ${[...organisations.keys()].join(', ')}.`);
        return [organisation, others];
    };
    return {
        'GET apps': () => ({ apps: APPS }),
        'GET tenants': () => ({
            tenants: [...organisations.values()].map(({ tenantId, name, books }) => ({ tenant: tenantId, name, counts: books.counts() }))
        }),
        'GET settings': () => settings,
        'POST settings': ({ body }) => {
            checkFields('The settings', body, { throttle: (value) => typeof value === 'boolean' });
            return Object.assign(settings, body);
        },
        'GET throttle': () => ({ throttled: throttle.refused }),
        'POST seed': ({ body }) => {
            const [organisation, given] = split(body);
            const checks = Object.fromEntries(Object.keys(INITIAL_SEED).map((field) => [field, isInteger(0, MAX_ROWS)]));
            checkFields('The seed', given, checks);
            context.seed(organisation, { ...INITIAL_SEED, ...given });
            return { tenant: organisation.tenantId, counts: organisation.books.counts() };
        },
        'GET grants': () => ({ grants: tokens.grants() }),
        'POST grants': ({ body }) => {
            const [{ tenantId }, given] = split(body);
            checkFields('The grant', given, { scopes: (value) => Array.isArray(value) });
            const scopes = Array.isArray(given['scopes']) ? given['scopes'].map(String) : DEFAULT_SCOPES;
            const clientId = APPS[0]?.id ?? '';
            const grant = tokens.consent(clientId, scopes, tenantId);
            return { tenant: tenantId, client_id: clientId, ...tokenBody(tokens.issue(grant)) };
        },
        'POST disconnect': ({ body }) => {
            const [{ tenantId }] = split(body);
            return { disconnected: tokens.disconnect((connection) => connection.tenantId === tenantId) };
        },
        'POST expire': () => ({ tokens_expired: tokens.expireAccess() }),
        'POST mutate': ({ body }) => {
            const [organisation, given] = split(body);
            return mutate(context.writeContext(organisation), given);
        },
        'GET webhooks': () => webhooks.show(),
        'POST webhooks': ({ body }) => webhooks.configure(body)
    };
}

/** @throws {InvalidInput} */
function mutate(context: WriteContext, input: Row): Row {
    checkFields('The change', input, { '*entity': isText, '*operation': isText, id: isText, body: isRecord });
    const kind = findKind(String(input['entity']));
    if (!kind) throw new InvalidInput(`"entity" must be one of ${KIND_NAMES.join(', ')}.`);
    const id = textOf(input['id']);
    if (input['operation'] === 'remove') {
        context.organisation.books.remove(kind.name, id ?? '');
        return { removed: id };
    }
    if (input['operation'] !== 'save') throw new InvalidInput('"operation" must be save or remove.');
    try {
        return writeElement(context, { kind, method: id === undefined ? 'PUT' : 'POST', id }, isRecord(input['body']) ? input['body'] : {});
    } catch (error) {
        if (error instanceof Invalid) throw new InvalidInput(error.message);
        throw error;
    }
}
