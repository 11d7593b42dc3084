import type { AnyFunction, ConnectionEvent, Endpoint } from './definition.ts';
import { type DefinitionProblem, problemsOfDefinition } from './problems.ts';
import { type JsonSchemas, jsonSchemas, type Side } from './json-schema.ts';
import { schemaType } from './schema-type.ts';

/** A definition without its code, as JSON. Schemas are named by their keys in `json_schema`. */
export interface FunctionDescription {
    type: AnyFunction['type'];
    description: string;
    version: string | null;
    engine: 'isolate' | 'process';
    scopes: readonly string[];
    /** The frequency of a sync. */
    runs: string | null;
    auto_start: boolean;
    track_deletes: boolean;
    sync_type: 'full' | 'incremental' | null;
    /** A sync's models; the output of an action. */
    models: readonly string[];
    input: string | null;
    metadata: string | null;
    checkpoint: string | null;
    endpoints: readonly Endpoint[];
    event: ConnectionEvent | null;
    webhook_subscriptions: readonly string[];
    features: readonly 'checkpoints'[];
    /** By model of a sync: paths whose changes do not count. */
    volatile: Readonly<Record<string, readonly string[]>>;
    /** Which record the output of an action is. */
    result: { model: string; kind: 'saved' | 'deleted' } | null;
    /** Models of the records that an action reads after it has changed them. */
    renews: readonly string[];
    json_schema: JsonSchemas;
}

/** Where a function is in its project. */
export interface FunctionPlace {
    integrationId: string;
    name: string;
}

/**
 * Describes a definition that has no problems.
 * @throws {Error} where a schema cannot be described
 */
export function describeFunction(definition: AnyFunction, place: FunctionPlace): FunctionDescription {
    const { type, description, version, engine = 'isolate', scopes = [], checkpoint } = definition;
    const schemas = schemasOf(definition, place);
    const nameOf = (role: Role) => schemas.find((each) => each.role === role)?.name ?? null;
    const output = nameOf('Output');
    return {
        type,
        description,
        version: version ?? null,
        engine,
        scopes,
        runs: null,
        auto_start: false,
        track_deletes: false,
        sync_type: null,
        models: output === null ? [] : [output],
        endpoints: [],
        event: null,
        webhook_subscriptions: [],
        volatile: {},
        result: null,
        renews: [],
        ...ownPart(definition),
        input: nameOf('Input'),
        metadata: nameOf('Metadata'),
        checkpoint: nameOf('Checkpoint'),
        features: checkpoint ? ['checkpoints'] : [],
        json_schema: jsonSchemas(schemas)
    };
}

/** @param definition the default export of a function's file, which can be anything */
export function describeDefinition(
    definition: unknown,
    place: FunctionPlace
): { problems: readonly DefinitionProblem[]; description: FunctionDescription | null } {
    try {
        const problems = problemsOfDefinition(definition);
        // Without problems it is one.
        return { problems, description: problems.length > 0 ? null : describeFunction(definition as AnyFunction, place) };
    } catch (error) {
        const reason = error instanceof Error ? error.message : 'it throws when it is read';
        return { problems: [{ path: '', message: `The definition can't be described: ${reason}` }], description: null };
    }
}

function ownPart(definition: AnyFunction): Partial<FunctionDescription> {
    switch (definition.type) {
        case 'sync':
            return {
                runs: definition.frequency,
                auto_start: definition.autoStart ?? true,
                track_deletes: definition.trackDeletes ?? false,
                sync_type: definition.syncType ?? null,
                models: Object.keys(definition.models),
                endpoints: definition.endpoints ?? [],
                webhook_subscriptions: definition.webhookSubscriptions ?? [],
                volatile: Object.fromEntries(Object.entries(definition.volatile ?? {}).map(([model, paths = []]) => [model, paths]))
            };
        case 'action':
            return {
                endpoints: definition.endpoint ? [definition.endpoint] : [],
                result: definition.result ? { model: definition.result.model, kind: definition.result.kind } : null,
                renews: Object.keys(definition.renews?.models ?? {})
            };
        case 'onEvent':
            return { event: definition.event };
    }
}

type Role = 'Model' | 'Input' | 'Output' | 'Metadata' | 'Checkpoint';
interface NamedSchema {
    role: Role;
    name: string;
    schema: unknown;
    side: Side;
}

const prefixes = { sync: 'Sync', action: 'Action', onEvent: 'OnEvent' } as const;

function schemasOf(definition: AnyFunction, { integrationId, name }: FunctionPlace): NamedSchema[] {
    const place = [integrationId, name].map((part) => part.replaceAll(/[^a-zA-Z0-9]+/g, '_')).join('_');
    const one = (role: Role, schema: unknown, side: Side): NamedSchema[] =>
        schema && schemaType(schema) !== 'void' ? [{ role, name: `${prefixes[definition.type]}${role}_${place}`, schema, side }] : [];
    return [
        ...(definition.type === 'sync'
            ? Object.entries(definition.models).map(([model, schema]) => ({
                  role: 'Model' as const,
                  name: model,
                  schema,
                  side: 'output' as const
              }))
            : []),
        ...(definition.type === 'action'
            ? [...one('Input', definition.input, 'input'), ...one('Output', definition.output, 'output')]
            : []),
        ...one('Metadata', definition.metadata, 'input'),
        ...one('Checkpoint', definition.checkpoint, 'output')
    ];
}

export { type DefinitionProblem, problemOfFunctionName, problemsOfDefinition } from './problems.ts';
export type { JsonSchemas } from './json-schema.ts';
