import { hash as hashOf } from 'node:crypto';
import type { FunctionView } from '@patchbay/contracts';
import { isJsonObject, type JsonObject } from '@patchbay/functions';

/** An action as a tool of a language model: its input is an object. */
export interface Tool {
    name: string;
    description: string | null;
    inputSchema: ObjectSchema;
    /** Null: what it returns is no object, or not said. */
    outputSchema: ObjectSchema | null;
    /** The input is no object, and is the field `input` of one. */
    isWrapped: boolean;
}

export interface ObjectSchema {
    [keyword: string]: unknown;
    type: 'object';
    properties?: Record<string, JsonObject>;
    required?: string[];
}

/** What MCP recommends as the most. */
const mostToolName = 128;

/** Its name, or where that is too long its beginning, with a hash of the whole at the end. */
export function toolNameOf(name: string): string {
    return name.length <= mostToolName ? name : `${name.slice(0, mostToolName - 13)}-${hashOf('sha256', name).slice(0, 12)}`;
}

export function toolOf({ name, description, input, output, json_schema: schemas }: FunctionView): Tool {
    const taken = schemaOf(schemas, input);
    const isWrapped = taken !== undefined && !isOfObject(taken);
    const given = schemaOf(schemas, output);
    return {
        name,
        description,
        isWrapped,
        inputSchema: isWrapped ? wrapped(taken) : (taken ?? { type: 'object', properties: {} }),
        outputSchema: given && isOfObject(given) ? given : null
    };
}

/** What the action gets. */
export function inputOf({ isWrapped }: Tool, given: unknown): unknown {
    return isWrapped ? (isJsonObject(given) ? given['input'] : undefined) : (given ?? {});
}

type Schema = Record<string, unknown>;

const isOfObject = (schema: Schema): schema is ObjectSchema => schema['type'] === 'object';

function schemaOf(schemas: FunctionView['json_schema'], name: string | null): Schema | undefined {
    const definitions = schemas?.['definitions'];
    if (name === null || !isJsonObject(definitions)) return undefined;
    const { [name]: own, ...others } = definitions;
    if (!isJsonObject(own)) return undefined;
    return Object.keys(others).length > 0 && JSON.stringify(own).includes('"$ref"') ? { ...own, definitions } : { ...own };
}

function wrapped({ definitions, ...input }: Schema): ObjectSchema {
    // It is JSON, of a schema.
    const properties = { input: input as JsonObject };
    return { type: 'object', properties, required: ['input'], ...(definitions !== undefined && { definitions }) };
}
