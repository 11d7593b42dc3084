import type { listFunctions as listContract } from '@patchbay/contracts';
import type { SuccessOut } from '@patchbay/contracts/dashboard';
import { isObject, type Schema } from '../../parts/schema-form/read-schema.ts';

export type FunctionView = SuccessOut<typeof listContract>['data'][number];

export const functionKinds = { sync: 'Sync', action: 'Action', 'on-event': 'On event' } as const;

/** How often it runs. */
export function frequencyWords({ type, frequency, event }: Pick<FunctionView, 'type' | 'frequency' | 'event'>): string {
    if (type === 'on-event') return event ?? 'on an event';
    return frequency ?? 'when called';
}

/** Whether it may change something at the provider: all that does not say that it reads. */
export function writes({ endpoints }: FunctionView): boolean {
    return !endpoints.some(({ method }) => method === 'GET');
}

type Address = Pick<FunctionView['endpoints'][number], 'method' | 'path'>;

/** As `GET /candidates`. */
export const addressOf = ({ method, path }: Address) => `${method} ${path}`;

/** What serves a unified endpoint: the function that declares it, or the model's sync. */
export function functionBehind(
    { method, path, model, support }: Address & { model: string; support: string },
    functions: readonly FunctionView[]
): FunctionView | undefined {
    if (support === 'unsupported') return undefined;
    const declares = (one: FunctionView) => one.endpoints.some((each) => addressOf(each) === addressOf({ method, path }));
    const reads = ({ type, models }: FunctionView) => type === 'sync' && models.includes(model);
    return functions.find(declares) ?? (method === 'GET' ? functions.find(reads) : undefined);
}

/** Where a built-in action can be checked without writing; with an id it cannot. */
export function dryRunPathOf({ origin, endpoints }: Pick<FunctionView, 'origin' | 'endpoints'>): string | undefined {
    if (origin !== 'built_in') return undefined;
    return endpoints.find(({ method, path }) => method === 'POST' && !path.includes('{'))?.path;
}

/** Its schemas by name, which references in them name, too. */
export function definitionsOf({ json_schema: schemas }: FunctionView): Schema {
    const definitions = schemas?.['definitions'];
    return isObject(definitions) ? definitions : {};
}

/** Of the connection's metadata, where it says what is in there. */
export function settingsSchemaOf(view: FunctionView): Schema | undefined {
    const definitions = definitionsOf(view);
    // Named by its function; what is in it is named after it.
    const [name] = Object.keys(definitions)
        .filter((key) => key.startsWith('SyncMetadata_'))
        .toSorted((a, b) => a.length - b.length);
    const schema = name === undefined ? undefined : definitions[name];
    return isObject(schema) ? schema : undefined;
}
