import type { AnyFunction, ConnectionEvent, Endpoint } from './definition.ts';
import { type JsonSchemas, jsonSchemas, type Side } from './json-schema.ts';
import { schemaType } from './schema-type.ts';

/** A definition without its code, as JSON. Schemas are named by their keys in `json_schema`. */
export interface FunctionDescription {
    type: AnyFunction['type'];
    description: string;
    version: string | null;
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
    const { type, description, version, scopes = [], checkpoint } = definition;
    const schemas = schemasOf(definition, place);
    const nameOf = (role: Role) => schemas.find((each) => each.role === role)?.name ?? null;
    const output = nameOf('Output');
    return {
        type,
        description,
        version: version ?? null,
        scopes,
        runs: null,
        auto_start: false,
        track_deletes: false,
        sync_type: null,
        models: output === null ? [] : [output],
        endpoints: [],
        event: null,
        webhook_subscriptions: [],
        ...ownPart(definition),
        input: nameOf('Input'),
        metadata: nameOf('Metadata'),
        checkpoint: nameOf('Checkpoint'),
        features: checkpoint ? ['checkpoints'] : [],
        json_schema: jsonSchemas(schemas)
    };
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
                webhook_subscriptions: definition.webhookSubscriptions ?? []
            };
        case 'action':
            return { endpoints: definition.endpoint ? [definition.endpoint] : [] };
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
