import { z } from 'zod';
import type { EndpointShape } from './endpoint.ts';
import { jsonSchemaOf, type SchemaNames } from './json-schema.ts';

type Json = Record<string, unknown>;
type Place = 'path' | 'query' | 'header';

/** Parameters that more endpoints than that have in common are written once. */
const MOST_REPEATED = 8;

/** What several operations refer to, and the references to it. */
export class Components {
    readonly schemas: Record<string, Json> = {};
    readonly parameters: Record<string, Json> = {};
    readonly responses: Record<string, Json> = {};
    readonly #names: SchemaNames = z.registry<{ id: string }>();
    readonly #made = { input: new Map<z.ZodType, Json>(), output: new Map<z.ZodType, Json>() };
    /** By place, name and schema: a schema may have another name elsewhere. */
    readonly #uses = new Map<string, number>();
    readonly #shared = new Map<string, Json>();
    readonly #ordinals = new Map<z.ZodType, number>();

    constructor(endpoints: readonly EndpointShape[], names: Readonly<Record<string, z.ZodType>>) {
        for (const [id, schema] of Object.entries(names)) this.#names.add(schema, { id });
        for (const { params, query, headers } of endpoints)
            for (const [place, object] of [['path', params] as const, ['query', query] as const, ['header', headers] as const])
                for (const [name, schema] of Object.entries<z.ZodType>(object?.shape ?? {})) {
                    const use = this.#useOf(place, name, schema);
                    this.#uses.set(use, (this.#uses.get(use) ?? 0) + 1);
                }
    }

    /** A schema, with `$ref`s to those inside of it that have a name. */
    schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
        const made = this.#made[io].get(schema) ?? this.#schemaOf(schema, io);
        this.#made[io].set(schema, made);
        return made;
    }

    #schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
        const { $defs, ...own } = jsonSchemaOf(schema, io, this.#names);
        for (const [name, definition] of Object.entries(asJson($defs))) {
            const described = withComponentRefs(definition);
            this.#declare(name, io === 'output' ? openObject(described) : described);
        }
        return withComponentRefs(own);
    }

    parametersOf(place: Place, object: z.ZodObject | undefined, bracketed: readonly string[] = []): Json[] {
        return Object.entries<z.ZodType>(object?.shape ?? {}).map(([name, schema]) => {
            const use = this.#useOf(place, name, schema);
            const isShared = (this.#uses.get(use) ?? 0) > MOST_REPEATED && !bracketed.includes(name);
            const parameter = () => this.#parameter(place, name, schema, bracketed.includes(name));
            if (!isShared) return parameter();
            return this.#shared.get(use) ?? this.#share('parameters', { use, name, component: parameter() });
        });
    }

    /** One that lists codes of errors: endpoints of a kind have the same. */
    errorResponseOf(status: string, codes: readonly string[]): Json {
        const description = codes.join(', ');
        const response = { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } };
        const use = `${status} ${description}`;
        return this.#shared.get(use) ?? this.#share('responses', { use, name: `Error${status}`, component: response });
    }

    #parameter(place: Place, name: string, schema: z.ZodType, isBracketed: boolean): Json {
        return {
            name,
            in: place,
            required: place === 'path' || !z.safeParse(schema, undefined).success,
            ...(isBracketed ? { style: 'deepObject', explode: true } : {}),
            schema: this.schemaOf(schema, 'input')
        };
    }

    #useOf(place: Place, name: string, schema: z.ZodType): string {
        const ordinal = this.#ordinals.get(schema) ?? this.#ordinals.size;
        this.#ordinals.set(schema, ordinal);
        return `${place} ${name} ${ordinal}`;
    }

    #share(kind: 'parameters' | 'responses', { use, name, component }: { use: string; name: string; component: Json }): Json {
        const keys = Object.keys(this[kind]);
        const taken = keys.filter((key) => key === name || key.startsWith(`${name}.`)).length;
        const key = taken === 0 ? name : `${name}.${taken + 1}`;
        this[kind][key] = component;
        const reference = { $ref: `#/components/${kind}/${key}` };
        this.#shared.set(use, reference);
        return reference;
    }

    #declare(name: string, schema: Json): void {
        const before = this.schemas[name] ?? schema;
        if (JSON.stringify(before) !== JSON.stringify(schema)) throw new Error(`${name} is sent in one shape and answered in another.`);
        this.schemas[name] = schema;
    }
}

function asJson(value: unknown): Json {
    return typeof value === 'object' && value !== null ? { ...value } : {};
}

function withComponentRefs(schema: unknown): Json {
    return asJson(
        JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
            key === '$ref' && typeof value === 'string' ? value.replace('#/$defs/', '#/components/schemas/') : value
        )
    );
}

/** `allOf` joins objects, neither of which may refuse the fields of the other. */
function openObject(schema: Json): Json {
    const { additionalProperties, ...rest } = schema;
    return additionalProperties === false ? rest : schema;
}
